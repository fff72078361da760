// @ts-check
// Listeners by the name of an event.

/** Something that can be listened to. */
export class Events {
  /** @type {Map<string, Set<Function>>} */
  #listeners = new Map();

  /**
   * Calls `listener` at each event of a name; the answer stops that.
   * @param {string} name
   * @param {Function} listener
   * @returns {() => void}
   */
  on(name, listener) {
    const set = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, set.add(listener));
    return () => set.delete(listener);
  }

  /**
   * Tells every listener; one that fails does not keep the others from hearing it.
   * @param {string} name
   * @param {...unknown} values
   */
  emit(name, ...values) {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        listener(...values);
      } catch (error) {
        console.error(error);
      }
    }
  }
}
