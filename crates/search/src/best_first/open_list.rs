//! The open list of A*: one stack for every priority.

use std::collections::BTreeMap;

/// Items by priority, the least first; ties go to the newest.
///
/// ```
/// use patience_search::best_first::OpenList;
///
/// let mut open = OpenList::default();
/// open.push(2, 'a');
/// open.push(1, 'b');
/// open.push(1, 'c');
/// assert_eq!(open.first(), Some(1));
/// assert_eq!([open.pop(), open.pop(), open.pop(), open.pop()], [Some((1, 'c')), Some((1, 'b')), Some((2, 'a')), None]);
/// ```
#[derive(Clone, Debug)]
pub struct OpenList<P, T> {
    /// No stack is empty.
    stacks: BTreeMap<P, Vec<T>>,
    len: usize,
}

impl<P, T> Default for OpenList<P, T> {
    fn default() -> Self {
        Self { stacks: BTreeMap::new(), len: 0 }
    }
}

impl<P: Copy + Ord, T> OpenList<P, T> {
    /// Adds an item.
    pub fn push(&mut self, priority: P, item: T) {
        self.stacks.entry(priority).or_default().push(item);
        self.len += 1;
    }

    /// The least priority of an item.
    #[must_use]
    pub fn first(&self) -> Option<P> {
        self.stacks.first_key_value().map(|(&priority, _)| priority)
    }

    /// Removes the newest item of the least priority.
    pub fn pop(&mut self) -> Option<(P, T)> {
        let mut stack = self.stacks.first_entry()?;
        let priority = *stack.key();
        let item = stack.get_mut().pop()?;
        if stack.get().is_empty() {
            stack.remove();
        }
        self.len -= 1;
        Some((priority, item))
    }

    /// Bytes held by the items, at most: stacks have up to twice the capacity that they need.
    #[must_use]
    pub fn bytes(&self) -> usize {
        2 * self.len * size_of::<T>()
    }
}
