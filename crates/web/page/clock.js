// @ts-check
// The time of a game: it runs from the first move to the solution, and stops while it is paused or the page is out of sight.

/** A stopwatch. */
export class Clock {
  #spent = 0;
  /** @type {number | null} */
  #since = null;

  /** @param {() => number} now milliseconds */
  constructor(now = () => performance.now()) {
    this.now = now;
  }

  /** Whether it runs. */
  get isRunning() {
    return this.#since !== null;
  }

  /** Milliseconds so far. */
  get elapsed() {
    return this.#spent + (this.#since === null ? 0 : this.now() - this.#since);
  }

  /** Starts it, or lets it run on. */
  start() {
    this.#since ??= this.now();
  }

  /** Stops it; what was measured stays. */
  stop() {
    this.#spent = this.elapsed;
    this.#since = null;
  }
}

/** A time as people write it: `4:05`, `1:02:03`. @param {number} milliseconds */
export function writeTime(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
