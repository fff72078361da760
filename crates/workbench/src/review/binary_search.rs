//! A binary search for the move that lost a game.
//!
//! Whoever can still win could win before, and whoever has lost stays lost. So the positions of a game are won up to some move and lost after
//! it, and a few searches find that move.

use std::ops::Range;

use patience_core::{Cost, Meter, Stop};
use patience_kit::{Assessment, Fault, Kit, Position, Verdict, retry, rounds};

use super::{GameResult, Losing, Review, Reviewed, Solution};

/// What is known about the positions of a game.
pub(super) struct BinarySearch<'a> {
    positions: &'a [Box<dyn Position>],
    metric: &'static str,
    found: Vec<Option<Assessment>>,
    /// The last position that is known to be won.
    won: Option<usize>,
    /// The first position that is known to be lost.
    lost: Option<usize>,
    stop: Option<Stop>,
}

impl<'a> BinarySearch<'a> {
    pub(super) fn new(positions: &'a [Box<dyn Position>], metric: &'static str) -> Self {
        let mut found: Vec<Option<Assessment>> = Vec::new();
        found.resize_with(positions.len(), || None);
        let won = positions.iter().rposition(|position| position.is_solved());
        Self { positions, metric, found, won, lost: None, stop: None }
    }

    /// The positions that are not known to be won or lost.
    fn open(&self) -> Range<usize> {
        self.won.map_or(0, |won| won + 1)..self.lost.unwrap_or(self.positions.len())
    }

    /// Finds where the game was lost: the end first, then by halves. What a round leaves undecided, the next tries with more nodes.
    pub(super) fn decide(&mut self, meter: &mut Meter<'_>) -> Result<(), Fault> {
        let effort = self.positions.first().map_or(0, |start| start.distance_effort());
        for nodes in rounds(effort) {
            let mut tried = vec![false; self.positions.len()];
            loop {
                let open: Vec<usize> = self.open().filter(|&at| !tried[at]).collect();
                let is_end_open = open.last().is_some_and(|at| at + 1 == self.positions.len());
                let next = if is_end_open { open.last() } else { open.get(open.len() / 2) };
                let Some(&at) = next.filter(|_| meter.spent().is_none()) else { break };
                tried[at] = true;
                self.assess(at, nodes, meter)?;
            }
        }
        if !self.open().is_empty() {
            let mut known = self.found[self.open()].iter().flatten();
            self.stop = meter.spent().or(known.find_map(|found| found.stop));
        }
        Ok(())
    }

    fn assess(&mut self, at: usize, nodes: u64, meter: &mut Meter<'_>) -> Result<(), Fault> {
        let (position, metric) = (&self.positions[at], self.metric);
        let found = &mut self.found[at];
        retry(found, nodes, meter, |meter| position.assess(Some(metric), meter))?;
        match found.as_ref().map(|found| found.verdict) {
            Some(Verdict::Wins) => self.won = self.won.max(Some(at)),
            Some(Verdict::Loses) => {
                self.lost = Some(self.lost.map_or(at, |lost| lost.min(at)));
            }
            Some(Verdict::Unknown) | None => {}
        }
        Ok(())
    }

    /// Finds distances of the positions that are won, the last first: where they are cheap, or everywhere.
    pub(super) fn measure(&mut self, is_asked: bool, meter: &mut Meter<'_>) -> Result<(), Fault> {
        for at in (0..self.won.map_or(0, |won| won + 1)).rev() {
            let position = &self.positions[at];
            let is_known = self.found[at].as_ref().is_some_and(|found| found.distance.is_some());
            if is_known || !(is_asked || 0 < position.distance_effort()) {
                continue;
            }
            if let Some(stop) = meter.spent() {
                self.stop = self.stop.or(Some(stop));
                return Ok(());
            }
            let found = if is_asked {
                position.measure(Some(self.metric), meter)?
            } else {
                position.assess(Some(self.metric), meter)?
            };
            if is_asked && found.distance.is_none() {
                self.stop = self.stop.or(found.stop);
            }
            if found.is_decided() {
                self.found[at] = Some(found);
            }
        }
        Ok(())
    }

    fn distance(&self, at: usize) -> Option<Cost> {
        if self.positions[at].is_solved() {
            return Some(0);
        }
        self.found[at].as_ref().and_then(|found| found.distance)
    }

    /// The solution that was found from a position.
    fn solution(&self, at: usize) -> Option<Solution> {
        let found = self.found[at].as_ref()?;
        let moves = found.line.as_ref()?.notation();
        Some(Solution { moves, cost: found.bound(), optimal: found.distance.is_some() })
    }

    pub(super) fn report(
        &self,
        kit: &dyn Kit,
        instance: &str,
        moves: &[String],
    ) -> Result<Review, Fault> {
        let mut reviewed = Vec::new();
        for (before, mv) in moves.iter().enumerate() {
            let after = before + 1;
            let verdict = match (self.won, self.lost) {
                (Some(won), _) if after <= won => Verdict::Wins,
                (_, Some(lost)) if lost <= after => Verdict::Loses,
                _ => Verdict::Unknown,
            };
            let distance = self.distance(after);
            let wasted = match (self.distance(before), distance) {
                (Some(before_it), Some(after_it)) => {
                    let cost = self.positions[before].cost(mv, Some(self.metric))?;
                    Some((after_it + cost).saturating_sub(before_it))
                }
                _ => None,
            };
            reviewed.push(Reviewed { mv: mv.clone(), verdict, distance, wasted });
        }
        let end = self.positions.len() - 1;
        let is_solved = self.positions[end].is_solved();
        let result = match (self.won, self.lost) {
            _ if is_solved => GameResult::Won,
            (Some(won), _) if won == end => GameResult::Open,
            (_, Some(_)) => GameResult::Lost,
            _ => GameResult::Unknown,
        };
        let first_losing = match (self.won, self.lost) {
            (Some(won), Some(lost)) if won + 1 == lost => {
                let instead = self.solution(won);
                instead.map(|instead| Losing { step: lost, mv: moves[won].clone(), instead })
            }
            _ => None,
        };
        let is_won = matches!(result, GameResult::Won | GameResult::Open);
        let all: Option<Vec<Cost>> = reviewed.iter().map(|it| it.wasted).collect();
        let engine = self.found.iter().flatten().rev().find_map(|found| found.engine);
        Ok(Review {
            puzzle: kit.about().name,
            instance: instance.to_owned(),
            metric: self.metric,
            result,
            length: moves.len(),
            won_until: self.won,
            lost_from: self.lost,
            first_losing,
            rest: if is_won && !is_solved { self.solution(end) } else { None },
            wasted: all.filter(|_| is_won).map(|all| all.iter().sum()),
            stop: self.stop,
            engine,
            distance: self.distance(0),
            moves: reviewed,
        })
    }
}
