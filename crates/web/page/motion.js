// @ts-check
// Motion of pieces: what is drawn is already the new position; copies of the pieces fly to where they lie now.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{x: number, y: number, width: number, height: number}} Box in the units of the picture */

/** Copies of pieces on their way, in a layer above the picture. */
export class Motion {
  /** @type {Set<Animation>} */
  #running = new Set();
  /** @type {Set<Element>} */
  #hidden = new Set();

  /** @param {SVGSVGElement} layer */
  constructor(layer) {
    this.layer = layer;
  }

  /** Whether something is on its way. */
  get isRunning() {
    return this.#running.size > 0;
  }

  /** Ends every motion at once: pieces are where they belong. */
  skip() {
    for (const animation of this.#running) animation.cancel();
    this.#running.clear();
    for (const element of this.#hidden) element.classList.remove("away");
    this.#hidden.clear();
    this.layer.replaceChildren();
  }

  /**
   * Moves pieces to where they are drawn; the answer resolves when they have arrived or were skipped.
   * @param {{element: SVGGraphicsElement, by: {x: number, y: number} | null, turns?: boolean}[]} arrivals `by`: where it starts, seen from where it is drawn; null: it appears
   * @param {SVGGraphicsElement[]} leaving elements of the old picture that disappear
   * @param {number} duration in milliseconds; 0 does nothing
   * @returns {Promise<void>}
   */
  async run(arrivals, leaving, duration) {
    if (duration === 0) return;
    const easing = "cubic-bezier(.25,.7,.25,1)";
    for (const element of leaving) {
      const copy = this.#copy(element);
      this.#track(copy.animate([{ opacity: 1 }, { opacity: 0 }], { duration, easing, fill: "forwards" }));
    }
    for (const { element, by, turns } of arrivals) {
      const copy = this.#copy(element);
      element.classList.add("away");
      this.#hidden.add(element);
      const frames = by ? [{ translate: `${by.x}px ${by.y}px`, opacity: 1 }, { translate: "0px 0px", opacity: 1 }] : [{ opacity: 0 }, { opacity: 1 }];
      this.#track(copy.animate(frames, { duration, easing }));
      if (turns) {
        copy.classList.add("turning");
        this.#track(copy.animate([{ scale: "0.05 1" }, { scale: "1 1" }], { duration, easing: "ease-out" }));
      }
    }
    const running = [...this.#running];
    await Promise.allSettled(running.map((animation) => animation.finished));
    if (running.every((animation) => this.#running.has(animation)) && running.length > 0) this.skip();
  }

  /** @param {Animation} animation */
  #track(animation) {
    this.#running.add(animation);
  }

  /**
   * A copy of a piece in the layer, inside copies of what it inherits from.
   * @param {Element} element
   * @returns {SVGGElement}
   */
  #copy(element) {
    let copy = /** @type {Element} */ (element.cloneNode(true));
    for (let parent = element.parentElement; parent && !(parent instanceof SVGSVGElement); parent = parent.parentElement) {
      const group = /** @type {Element} */ (parent.cloneNode(false));
      group.removeAttribute("data-place");
      group.append(copy);
      copy = group;
    }
    const wrapper = document.createElementNS(SVG, "g");
    wrapper.append(copy);
    this.layer.append(wrapper);
    return wrapper;
  }
}
