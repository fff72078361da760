"use strict";
(() => {
  const byId = (id) => document.getElementById(`player-${id}`);
  const film = document.querySelector(".film > svg");
  const items = [...document.querySelectorAll("#player-moves [data-move]")];
  const [list, counter, caption, seekBar, playButton, speedBox] =
    ["moves", "counter", "caption", "seek", "play", "speed"].map(byId);
  const speeds = [0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  // The captions and the progress bar of the film are below its board; the page has its own.
  const { width: whole, height: high } = film.viewBox.baseVal;
  const [width, height] = film.dataset.board?.split(" ").map(Number) ?? [whole, high];
  document.body.classList.add("scripted");
  film.setAttribute("viewBox", `0 0 ${width} ${height}`);
  film.setAttribute("width", width);
  film.setAttribute("height", height);
  film.parentElement.style.setProperty("--width", width);
  film.parentElement.style.setProperty("--height", height);

  // The film does not move for readers who prefer reduced motion. Here it must: flights are left out by the choice of times.
  for (const style of film.querySelectorAll("style")) {
    for (const rule of style.sheet.cssRules) {
      if (rule instanceof CSSMediaRule) rule.media.mediaText = "all";
    }
  }
  const animations = film.getAnimations({ subtree: true });
  for (const animation of animations) animation.pause();

  /** When each position rests, in seconds: the first, and that after every move. A picture that stands still has no marks. */
  const marks = film.dataset.marks?.split(" ").map(Number) ?? items.map((_, at) => 0.6 * at);
  const last = Math.min(marks.length, items.length) - 1;
  /** The state: a time, the time that it moves to, whether the game plays or a single step is made, and the speed. */
  let time = marks[0];
  let goal = null;
  let playing = false;
  let speed = 1;
  /** When the last frame was drawn, while the time moves. */
  let clock = null;
  /** The move that is marked in the list. */
  let shown = -1;

  /** The move that is under way or was made last. */
  const current = () => {
    let at = 0;
    while (at < last && marks[at] + 1e-6 < time) at += 1;
    return at;
  };

  /** The place on the seek bar, in moves. */
  const place = () => {
    const at = current();
    return at === 0 ? 0 : at - (marks[at] - time) / (marks[at] - marks[at - 1]);
  };

  /** The time at a place on the seek bar. */
  const timeAt = (at) => {
    const before = Math.min(Math.floor(at), last);
    const after = Math.min(before + 1, last);
    return marks[before] + (at - before) * (marks[after] - marks[before]);
  };

  const render = () => {
    const at = current();
    const drawn = calm.matches && time < marks[at] ? marks[at - 1] : time;
    for (const animation of animations) animation.currentTime = 1000 * drawn;
    seekBar.value = place();
    playButton.setAttribute("aria-label", playing ? "Pause" : "Play");
    document.body.classList.toggle("playing", playing);
    // Nobody can listen to a move every half second.
    caption.setAttribute("aria-live", playing ? "off" : "polite");
    if (at !== shown) mark(at);
  };

  /** Marks a move in the list, and shows its words. */
  const mark = (at) => {
    if (0 <= shown) {
      items[shown].removeAttribute("aria-current");
      items[shown].tabIndex = -1;
    }
    const item = items[at];
    item.setAttribute("aria-current", "step");
    item.tabIndex = 0;
    const words = item.querySelector(".words") ?? item.querySelector("b");
    caption.textContent = words.textContent;
    counter.textContent = `${at} / ${last}`;
    seekBar.setAttribute("aria-valuetext", `${at} of ${last}: ${words.textContent}`);
    // Only the list scrolls, not the page.
    const box = list.getBoundingClientRect();
    const row = item.getBoundingClientRect();
    if (row.top < box.top || box.bottom < row.bottom) {
      list.scrollTop += row.top - box.top - (box.height - row.height) / 2;
    }
    shown = at;
  };

  const tick = (now) => {
    if (goal === null) {
      clock = null;
      return;
    }
    const passed = clock === null ? 0 : (speed * (now - clock)) / 1000;
    clock = now;
    time = goal < time ? Math.max(goal, time - passed) : Math.min(goal, time + passed);
    if (time === goal) {
      goal = null;
      playing = false;
    }
    render();
    requestAnimationFrame(tick);
  };

  /** Moves the time to another, forwards or backwards. */
  const run = (to) => {
    const isResting = goal === null && clock === null;
    goal = to;
    render();
    if (isResting) requestAnimationFrame(tick);
  };

  const jump = (to) => {
    goal = null;
    playing = false;
    time = Math.min(Math.max(to, marks[0]), marks[last]);
    render();
  };

  const goTo = (at) => jump(marks[Math.min(Math.max(at, 0), last)]);
  const pause = () => jump(time);
  const play = () => {
    if (marks[last] <= time) time = marks[0];
    playing = true;
    run(marks[last]);
  };
  const toggle = () => (playing ? pause() : play());

  /** Makes or takes back a move. A step that is under way ends first. */
  const stepBy = (by) => {
    if (goal !== null && !playing) time = goal;
    playing = false;
    let at = current();
    // In the middle of a move, back leads to its start.
    if (by < 0 && time < marks[at]) at += 1;
    if (0 < by && time < marks[at]) at -= 1;
    const to = marks[Math.min(Math.max(at + by, 0), last)];
    if (calm.matches || to === time) jump(to);
    else run(to);
  };

  const setSpeed = (to) => {
    speed = to;
    speedBox.value = String(to);
  };
  const changeSpeed = (by) => {
    const at = speeds.indexOf(speed) + by;
    setSpeed(speeds[Math.min(Math.max(at, 0), speeds.length - 1)]);
  };

  for (const choice of speeds) speedBox.add(new Option(`${choice}×`, String(choice)));
  setSpeed(1);
  byId("first").onclick = () => goTo(0);
  byId("back").onclick = () => stepBy(-1);
  playButton.onclick = toggle;
  byId("step").onclick = () => stepBy(1);
  byId("last").onclick = () => goTo(last);
  speedBox.onchange = () => setSpeed(Number(speedBox.value));
  seekBar.oninput = () => jump(timeAt(Number(seekBar.value)));
  // When it is let go, a move is made or not.
  seekBar.onchange = () => goTo(Math.round(Number(seekBar.value)));
  list.onclick = (event) => {
    const item = event.target.closest("[data-move]");
    if (item) goTo(Number(item.dataset.move));
  };

  const keys = {
    " ": toggle,
    ArrowLeft: () => stepBy(-1),
    ArrowRight: () => stepBy(1),
    Home: () => goTo(0),
    End: () => goTo(last),
    "+": () => changeSpeed(1),
    "=": () => changeSpeed(1),
    "-": () => changeSpeed(-1),
  };
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, key)) return;
    const isTyping = target.matches("textarea, select, input:not([type=range])") || target.isContentEditable;
    // A button that has the focus takes the space bar itself.
    if (isTyping || (key === " " && target.matches("button"))) return;
    event.preventDefault();
    keys[key]();
  });

  const state = () => ({ time, move: current(), moves: last, playing, speed });
  window.player = { play, pause, goTo, step: () => stepBy(1), back: () => stepBy(-1), setSpeed, state };

  // `#move=12` opens the game there, and does not start it.
  const asked = /^#move=(\d+)$/.exec(location.hash);
  goTo(asked ? Number(asked[1]) : 0);
  if (!asked && !calm.matches) play();
})();
