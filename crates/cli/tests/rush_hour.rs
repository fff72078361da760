//! The commands for Rush Hour: answers, batches, limits, pictures, and input that nobody means well.

use std::time::Instant;

use crate::common::{SOON, json_lines, refuses_noise, run, run_and_continue, run_with, steady};
use patience_rush_hour::JAM;
use serde_json::Value;

const ENGINES: [&str; 3] = ["exact", "ida-star", "iterative"];

#[test]
fn the_cards_are_solved_in_as_few_moves_as_is_known() {
    for (metric, known) in
        [("slides", JAM.map(|card| card.slides)), ("steps", JAM.map(|card| card.steps))]
    {
        let ending = run(&format!("solve rushhour JAM01..=JAM40 --metric {metric} --json --quiet"));
        assert_eq!((ending.code, ending.stderr.as_str()), (Some(0), ""));
        let lines = json_lines(&ending.stdout);
        assert_eq!(lines.len(), 40);
        for ((line, card), known) in lines.iter().zip(&JAM).zip(known) {
            assert_eq!(line["puzzle"], "rushhour");
            assert_eq!(line["instance"], card.name);
            assert_eq!((&line["engine"], &line["metric"]), (&"exact".into(), &metric.into()));
            assert_eq!((&line["outcome"], &line["optimal"]), (&"solved".into(), &true.into()));
            assert_eq!((&line["cost"], &line[metric]), (&known.into(), &known.into()));
            let moves = line["moves"].as_array().unwrap();
            assert_eq!(line["length"], moves.len());
            assert_eq!(line["slides"], moves.len());
            assert!(line["slides"].as_u64() <= line["steps"].as_u64());
            for field in ["expanded", "generated", "duplicates", "peak_bytes"] {
                assert!(line[field].is_u64(), "{field}");
            }
            assert!(line["seconds"].is_f64());
        }
    }
}

#[test]
fn engines_agree_on_the_cards() {
    let of = |engine: &str| {
        let ending = run(&format!("solve rushhour JAM01..=JAM12 --engine {engine} --json --quiet"));
        assert_eq!(ending.code, Some(0), "{engine}");
        json_lines(&ending.stdout)
    };
    for engine in ["iterative", "ida-star"] {
        for (line, card) in of(engine).iter().zip(&JAM) {
            let found = (&line["outcome"], &line["cost"], &line["optimal"]);
            assert_eq!(found, (&"solved".into(), &card.slides.into(), &true.into()), "{engine}");
        }
    }
}

#[test]
fn no_heuristic_finds_fewer_slides_than_there_are() {
    for heuristic in ["GoalDistance", "Hybrid", "Hc"] {
        let line = "solve rushhour JAM01..=JAM06 --engine ida-star --json --quiet";
        let ending = run(&format!("{line} --heuristic {heuristic}"));
        for (line, card) in json_lines(&ending.stdout).iter().zip(&JAM) {
            if line["outcome"] == "solved" {
                assert!(u64::from(card.slides) <= line["cost"].as_u64().unwrap(), "{heuristic}");
            }
        }
    }
}

#[test]
fn solutions_verify_in_every_form() {
    for format in ["--format notation", "--format boards", "--json", "--metric steps"] {
        for name in ["JAM01", "JAM17", "JAM40"] {
            let solved = run(&format!("solve rushhour {name} {format}"));
            let verified = run_with(&format!("verify rushhour {name} -"), solved.stdout);
            assert_eq!(verified.code, Some(0), "{format}, {name}: {verified:?}");
        }
    }
}

#[test]
fn hints_lead_to_the_exit() {
    let mut moves = Vec::new();
    for left in (0..=9).rev() {
        let after = if moves.is_empty() { String::new() } else { moves.join(",") };
        let line = match after.as_str() {
            "" => "hint rushhour JAM05 --json".to_owned(),
            after => format!("hint rushhour JAM05 --json --after {after}"),
        };
        let ending = run(&line);
        assert_eq!(ending.code, Some(0), "{line}");
        let hint: Value = serde_json::from_str(&ending.stdout).unwrap();
        assert_eq!(hint["distance"], left, "{line}");
        moves.extend(hint["next"][0].as_str().map(str::to_owned));
    }
    assert_eq!(moves.len(), 9);
}

#[test]
fn hints_for_every_move_are_those_after_it() {
    for metric in ["slides", "steps"] {
        let hint = |after: &str| -> Value {
            let ending = run(&format!("hint rushhour JAM05 --metric {metric} --json {after}"));
            serde_json::from_str(&ending.stdout).unwrap()
        };
        let all = hint("--all");
        let moves = all["moves"].as_array().unwrap();
        assert!(5 < moves.len());
        for choice in moves {
            let step = choice["move"].as_str().unwrap();
            let after = hint(&format!("--after {step}"));
            assert_eq!(choice["distance"], after["distance"], "{metric}: {step}");
        }
    }
}

#[test]
fn generated_boards_are_the_same_on_any_number_of_threads() {
    for recipe in [
        "--size 4 --count 10",
        "--size 5 --count 8 --slides 8..=12 --walls 1 --seed 7",
        "--size 5x6 --count 4 --steps 14.. --any",
    ] {
        let on = |threads: u32| {
            run(&format!("generate rushhour {recipe} --json --quiet --threads {threads}"))
        };
        let (one, two) = (on(1), on(2));
        assert_eq!((one.code, two.code), (Some(0), Some(0)), "{recipe}: {}", one.stderr);
        assert_eq!(one.stdout, two.stdout, "{recipe}");
        let mut letters: Vec<String> =
            json_lines(&one.stdout).iter().map(|line| line["letters"].to_string()).collect();
        let boards = letters.len();
        letters.sort();
        letters.dedup();
        assert_eq!(letters.len(), boards, "{recipe}: boards came up twice");
    }
}

/// The fewest moves of boards in a list, in its order.
fn costs(boards: &str, metric: &str) -> Vec<u64> {
    let line = format!("solve rushhour - --metric {metric} --json --quiet");
    let lines = json_lines(&run_with(&line, boards).stdout);
    lines.iter().map(|line| line["cost"].as_u64().unwrap()).collect()
}

#[test]
fn generated_boards_are_as_hard_as_they_say_and_need_every_vehicle() {
    for (recipe, metric, least, most) in [
        ("--slides 9..=14 --walls 2 --vehicles ..=9", "slides", 9, 14),
        ("--steps 15..20 --seed 3", "steps", 15, 19),
    ] {
        let made = run(&format!("generate rushhour --size 5 --count 4 --json {recipe}"));
        assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""), "{recipe}");
        for line in json_lines(&made.stdout) {
            let letters = line["letters"].as_str().unwrap();
            for metric in ["slides", "steps"] {
                assert_eq!(costs(letters, metric), [line[metric].as_u64().unwrap()], "{letters}");
            }
            let length = line[metric].as_u64().unwrap();
            assert!((least..=most).contains(&length), "{letters}");
            let counted =
                run(&format!("show rushhour {letters} --cluster --json --metric {metric}"));
            let shown: Value = serde_json::from_str(&counted.stdout).unwrap();
            for field in ["positions", "branching", "dead_ends", "solutions"] {
                assert_eq!(line[field], shown[field], "{letters}: {field}");
            }

            let mut vehicles: Vec<char> = letters.chars().filter(|it| *it != '.').collect();
            vehicles.retain(|letter| *letter != 'x');
            vehicles.sort_unstable();
            vehicles.dedup();
            assert_eq!(line["vehicles"], vehicles.len(), "{letters}");
            let others: Vec<String> =
                vehicles[1..].iter().map(|&vehicle| letters.replace(vehicle, ".")).collect();
            let easier = costs(&others.join("\n"), metric);
            assert!(easier.iter().all(|&cost| cost < length), "{letters}: {length}, {easier:?}");
        }
    }
}

#[test]
fn generated_boards_are_written_so_that_they_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let (list, pictures) = (folder.path().join("boards.txt"), folder.path().join("pictures"));
    for size in ["4", "5x4"] {
        let made = run(&format!(
            "generate rushhour --size {size} --count 3 --json --out {} --svg {}",
            list.display(),
            pictures.display()
        ));
        let lines = json_lines(&made.stdout);
        assert_eq!((made.code, lines.len()), (Some(0), 3), "{size}");
        let read = costs(&std::fs::read_to_string(&list).unwrap(), "slides");
        let printed: Vec<u64> = lines.iter().map(|line| line["slides"].as_u64().unwrap()).collect();
        assert_eq!(read, printed, "{size}");
        for line in lines {
            let picture = pictures.join(format!("seed-0-{}.svg", line["index"]));
            assert!(std::fs::read_to_string(picture).unwrap().starts_with("<svg"), "{size}");
        }
    }
}

#[test]
fn boards_are_read_from_standard_input() {
    let text = "# a list\none AA.B...B........\n\nAA.B\n...B\n....\n....\n\n7 AA.B...B........ 9\n";
    let ending = run_with("solve rushhour - --json --quiet", text);
    let lines = json_lines(&ending.stdout);
    let names: Vec<&Value> = lines.iter().map(|line| &line["instance"]).collect();
    assert_eq!(names, ["one", "-", "AA.B...B........"]);
    assert!(lines.iter().all(|line| line["moves"] == lines[0]["moves"]));
    let crlf = run_with("solve rushhour - --json --quiet", text.replace('\n', "\r\n"));
    assert_eq!(steady(&crlf.stdout), steady(&ending.stdout));
}

#[test]
fn threads_change_nothing_but_the_time() {
    let on =
        |threads: u32| run(&format!("solve rushhour JAM01..=JAM40 --json --threads {threads}"));
    let (one, four) = (on(1), on(4));
    assert_eq!((one.code, four.code), (Some(0), Some(0)));
    assert_eq!(steady(&one.stdout), steady(&four.stdout));
    assert_eq!(one.stderr, four.stderr);
}

#[test]
fn a_record_file_is_gone_on_with_and_ends_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.jsonl");
    let out = path.display();
    let command = format!("solve rushhour JAM01..=JAM20 --summary --json --out {out}");
    let [whole, rest] = run_and_continue(&command, &path, 20, 7);
    let facts = |text: &str| {
        let summary: Value = serde_json::from_str(text).unwrap();
        ["puzzle", "boards", "solved", "mean_slides", "mean_steps", "expanded"]
            .map(|name| summary[name].clone())
    };
    assert_eq!(facts(&whole), facts(&rest));
    assert_eq!(facts(&whole)[..3], ["rushhour".into(), Value::from(20), 20.into()]);

    let other = run(&format!("solve rushhour JAM01..=JAM20 --metric steps --out {out}"));
    assert_eq!(other.code, Some(2));
    let reason = "search.metric is slides there and steps here";
    assert!(other.stderr.contains(reason), "{}", other.stderr);
}

#[test]
fn node_limits_are_exact() {
    for engine in ENGINES {
        let ending = run(&format!("solve rushhour JAM40 --engine {engine} --nodes 321 --json"));
        assert_eq!(ending.code, Some(20), "{engine}");
        let line: Value = serde_json::from_str(&ending.stdout).unwrap();
        let found = (&line["outcome"], &line["stop"], &line["expanded"]);
        assert_eq!(found, (&"limit".into(), &"nodes".into(), &321.into()), "{engine}");
    }
}

#[test]
fn engines_of_the_paper_keep_its_node_limit_unless_told_otherwise() {
    // The board that takes the most steps.
    let board = "BBBCDEFGGCDEF.AADEHHI....JI.KK.JLLMM";
    let ending = run(&format!("solve rushhour {board} --engine iterative --json"));
    let line: Value = serde_json::from_str(&ending.stdout).unwrap();
    let found = (ending.code, &line["stop"], &line["expanded"]);
    assert_eq!(found, (Some(20), &"nodes".into(), &1_500_000.into()));
}

#[test]
fn time_and_memory_limits_stop_every_engine() {
    for engine in ENGINES {
        for (limit, stop) in [("--time 0", "time"), ("--memory 0", "memory")] {
            let ending = run(&format!("solve rushhour JAM40 --engine {engine} {limit} --json"));
            assert_eq!(ending.code, Some(20), "{engine} {limit}");
            let line: Value = serde_json::from_str(&ending.stdout).unwrap();
            assert_eq!(line["stop"], stop, "{engine} {limit}");
        }
    }
}

#[test]
fn pictures_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for line in [
        format!("show rushhour JAM01 --svg {}", path("board.svg")),
        format!("show rushhour JAM01 --after C+1 --animate {}", path("moves.svg")),
        format!("solve rushhour JAM01 --animate {}", path("solution.svg")),
    ] {
        assert_eq!(run(&line).code, Some(0), "{line}");
    }
    for name in ["board.svg", "moves.svg", "solution.svg"] {
        let picture = std::fs::read_to_string(path(name)).unwrap();
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{name}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn boards_that_are_shown_can_be_read_again() {
    for line in
        ["show rushhour JAM07 --format letters", "show rushhour JAM07 --format letters --moves F-1"]
    {
        let letters = run(line).stdout;
        let again = run(&format!("show rushhour {} --format letters", letters.trim_end()));
        assert_eq!(again.stdout, letters);
    }
    let wide = "AA...\n....B\n....B\n";
    let shown = run_with("show rushhour - --format letters", wide).stdout;
    assert_eq!(shown, wide);
}

/// Every command that reads boards or moves from standard input.
const READERS: [&str; 6] = [
    "solve rushhour - --nodes 10",
    "show rushhour -",
    "hint rushhour -",
    "verify rushhour - A+1",
    "verify rushhour JAM01 -",
    "show rushhour JAM01 --after -",
];

#[test]
fn what_is_neither_board_nor_moves_is_refused_soon() {
    for line in READERS {
        refuses_noise(line, &["1", " ", "#", "AA ", "A", "{", "\u{1F697}"]);
    }
}

#[test]
fn long_solutions_are_checked_in_time() {
    let begun = Instant::now();
    let ending = run_with("verify rushhour JAM01 -", b"C+1 C-1\n".repeat(200_000));
    assert_eq!(ending.code, Some(1), "{ending:?}");
    assert!(ending.stdout.contains("3 cells from the exit"), "{}", ending.stdout);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

#[test]
fn an_enumeration_goes_on_where_it_was_cut_short() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (out, boards, whole) = (path("run.jsonl"), path("boards.txt"), path("whole.txt"));
    let whole_run = run(&format!("enumerate rushhour --side 4 --boards {whole} --json"));
    assert_eq!(whole_run.code, Some(0));
    // Some units, and a line that was cut short.
    assert_eq!(run(&format!("enumerate rushhour --side 4 --units 9 --out {out}")).code, Some(0));
    let mut text = std::fs::read_to_string(&out).unwrap();
    assert_eq!(text.lines().count(), 1 + 9);
    text.truncate(text.len() - 5);
    std::fs::write(&out, text).unwrap();
    let rest = run(&format!("enumerate rushhour --side 4 --out {out} --boards {boards} --json"));
    assert_eq!((rest.code, rest.stdout), (Some(0), whole_run.stdout));
    assert_eq!(std::fs::read(&boards).unwrap(), std::fs::read(&whole).unwrap());
    // The list can be solved again, and another enumeration does not take the file.
    let solved = run(&format!("solve rushhour --file {boards} --json --quiet"));
    assert_eq!(json_lines(&solved.stdout).len(), 32);
    let other = run(&format!("enumerate rushhour --side 5 --out {out}"));
    assert_eq!(other.code, Some(2));
    assert!(other.stderr.contains("settings.side is 4 there and 5 here"), "{}", other.stderr);
}

#[test]
fn the_device_of_an_enumeration_is_not_a_part_of_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let command = |name: &str, more: &str| {
        let line = format!("enumerate rushhour --side 4 --out {} {more}", path(name));
        let ending = run(line.trim_end());
        assert_eq!(ending.code, Some(0), "{more}: {}", ending.stderr);
        std::fs::read(path(name)).unwrap()
    };
    let whole = command("whole", "");
    let has_kernels = cfg!(feature = "gpu-emulation");
    for device in if has_kernels { &["cpu", "emulation"][..] } else { &["cpu"] } {
        assert_eq!(command(device, &format!("--device {device}")), whole);
        let name = format!("{device}-continued");
        command(&name, "--units 5");
        assert_eq!(command(&name, &format!("--device {device}")), whole);
    }
    if !has_kernels {
        let refused = run("enumerate rushhour --side 4 --device emulation");
        assert_eq!(refused.code, Some(2));
        let message = "this program was built without the feature `gpu-emulation`";
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
    }
}

#[test]
fn jobs_that_have_no_limits_refuse_them() {
    for job in ["generate rushhour --size 3 --quiet", "enumerate rushhour --side 3 --quiet"] {
        assert_eq!(run(job).code, Some(0), "{job}");
        for limit in ["--nodes 5", "--time 1s", "--memory 1M"] {
            let ending = run(&format!("{job} {limit}"));
            assert_eq!(ending.code, Some(2), "{job} {limit}");
            let flag = limit.split(' ').next().unwrap();
            let message = format!("unexpected argument '{flag}' found");
            assert!(ending.stderr.contains(&message), "{}", ending.stderr);
        }
    }
}
