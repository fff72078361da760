// Part of the page that scripts/player-test opens. Writes what failed into the attribute `data-test` of the page.
(async () => {
  const failures = [];
  let count = 0;
  const check = (what, is) => {
    count += 1;
    if (!is) failures.push(`${what} (${JSON.stringify(player.state())})`);
  };
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const byId = (id) => document.getElementById(`player-${id}`);
  const click = (id) => byId(id).click();
  const press = (key, target = document.body) =>
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const film = document.querySelector(".film > svg");
  const still = document.querySelector("#end > svg");
  const { moves } = player.state();
  const isAt = (move) => {
    const mark = Number(film.dataset.marks.split(" ")[move]);
    const marked = document.querySelector("#player-moves [aria-current]").dataset.move;
    const { move: at, time } = player.state();
    return at === move && time === mark && marked === String(move) && byId("counter").textContent === `${move} / ${moves}`;
  };

  /** What is visible of a picture: every shape and every text with its place. */
  const visible = (svg) => {
    const [left, top, scale] = [svg.getBoundingClientRect().left, svg.getBoundingClientRect().top, svg.viewBox.baseVal.width / svg.getBoundingClientRect().width];
    const isSeen = (element) => {
      for (let at = element; at !== svg; at = at.parentElement) {
        if (at.matches("defs, svg")) return false;
        const style = getComputedStyle(at);
        if (style.display === "none" || Number(style.opacity) === 0) return false;
      }
      return getComputedStyle(element).visibility === "visible";
    };
    const described = (element) => {
      const box = element.getBoundingClientRect();
      const name = element.getAttribute("href") ?? element.textContent;
      return { name, x: (box.left - left) * scale, y: (box.top - top) * scale };
    };
    return [...svg.querySelectorAll("use, text")].filter(isSeen).map(described);
  };
  /** What one picture shows and the other does not; places may differ by rounding. */
  const lacking = (some, others) => {
    const rest = [...others];
    return some.filter(({ name, x, y }) => {
      const at = rest.findIndex((other) => other.name === name && Math.hypot(other.x - x, other.y - y) < 2);
      if (0 <= at) rest.splice(at, 1);
      return at < 0;
    });
  };
  const words = (shapes) => shapes.slice(0, 5).map(({ name, x, y }) => `${name} at ${x.toFixed(1)}, ${y.toFixed(1)}`).join("; ");
  const isSame = (some, others) => some.length === others.length && !lacking(some, others).length;

  try {
    check("moves in the list", moves === document.querySelectorAll("#player-moves [data-move]").length - 1 && 0 < moves);
    check("a mark for every position", film.dataset.marks.split(" ").length === moves + 1);
    check("plays at once, unless motion is reduced", player.state().playing === !calm);
    await sleep(1000);
    check("time passes", calm ? isAt(0) : 0 < player.state().move);

    player.pause();
    const { time } = player.state();
    await sleep(500);
    check("pause", !player.state().playing && player.state().time === time);

    click("first");
    check("first", isAt(0));
    const start = visible(film);
    click("step");
    check("a step flies, unless motion is reduced", calm ? isAt(1) : player.state().time < Number(film.dataset.marks.split(" ")[1]));
    await sleep(3000);
    check("step", isAt(1));
    check("a step changes the picture", !isSame(visible(film), start));
    click("step");
    click("step");
    await sleep(3000);
    check("steps in haste", isAt(Math.min(3, moves)));
    click("back");
    await sleep(3000);
    check("back", isAt(Math.min(3, moves) - 1));
    click("last");
    check("last", isAt(moves));
    click("step");
    await sleep(100);
    check("no step after the last", isAt(moves));
    const [mine, expected] = [visible(film), visible(still)];
    const [missing, extra] = [words(lacking(expected, mine)), words(lacking(mine, expected))];
    check(`last position: missing ${missing}, extra ${extra}`, isSame(mine, expected));
    check("something is drawn", 3 < expected.length);
    click("first");
    check("the start again", isSame(visible(film), start));

    const middle = Math.floor(moves / 2);
    byId("moves").querySelector(`[data-move="${middle}"]`).click();
    check("list", isAt(middle));
    byId("seek").value = 0.4;
    byId("seek").dispatchEvent(new Event("input"));
    check("seek", player.state().move === 1 && player.state().time < Number(film.dataset.marks.split(" ")[1]));
    byId("seek").dispatchEvent(new Event("change"));
    check("seek ends at a position", isAt(0));

    press("End");
    check("End", isAt(moves));
    press("ArrowLeft");
    await sleep(3000);
    check("ArrowLeft", isAt(moves - 1));
    press("Home");
    check("Home", isAt(0));
    press("ArrowRight");
    await sleep(3000);
    check("ArrowRight", isAt(1));
    press("+");
    press("+");
    check("+", player.state().speed === 2 && byId("speed").value === "2");
    press("-");
    check("-", player.state().speed === 1.5);
    press("ArrowRight", byId("speed"));
    await sleep(500);
    check("no key while choosing", isAt(1));
    for (let time = 0; time < 20; time += 1) press("+");
    check("fastest", player.state().speed === 8);
    for (let time = 0; time < 20; time += 1) press("-");
    check("slowest", player.state().speed === 0.5);
    player.setSpeed(8);
    click("first");
    press(" ");
    check("space plays", player.state().playing && byId("play").getAttribute("aria-label") === "Pause");
    await sleep(Number(film.dataset.marks.split(" ")[moves]) * 1000 / 8 + 2000);
    check("plays to the end and stays there", isAt(moves) && !player.state().playing);
    press(" ");
    await sleep(50);
    check("plays again from the start", player.state().playing && player.state().time < Number(film.dataset.marks.split(" ")[moves]));
    press(" ");
    check("space pauses", !player.state().playing && byId("play").getAttribute("aria-label") === "Play");
    const unnamed = [...document.querySelectorAll("button, input, select")].filter(
      (control) => !control.getAttribute("aria-label") && !control.textContent.trim() && !control.labels?.length,
    );
    check("every control has a name", unnamed.length === 0);
    check("nothing is wider than the page", document.documentElement.scrollWidth <= innerWidth);
  } catch (error) {
    failures.push(`${error}`);
  }
  document.documentElement.dataset.test = failures.length ? failures.join(" | ").replaceAll('"', "'") : `passed ${count} checks`;
})();
