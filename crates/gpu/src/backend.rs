//! The kernels behind their C interface.
//!
//! The only module of the layered search with `unsafe` code: it calls functions of `kernels/interface.h`. They read and write only the memory that they are
//! given here, as long as the call lasts, and refuse layers and places that there are not. No function is called with a search that is
//! closed.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};

use crate::error::GpuError;
use crate::functions::functions;
use crate::game::JumpGame;
use crate::tables::{GameTable, NO_CUTOFF};

/// Where layers are made.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/game.rs"));
/// # }
/// # use doc::game;
/// use patience_gpu::{Device, GpuError, Memory};
///
/// match Device::Emulation.open(&game(), &Memory::default()) {
///     Ok(layers) => assert_eq!(layers.device().0, "emulation"),
///     // The crate was built without the feature `emulation`.
///     Err(error) => assert!(matches!(error, GpuError::NotBuilt(_))),
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// The first NVIDIA GPU.
    Cuda,
    /// The CPU, one step after the other.
    Emulation,
}

/// How to make the next layer.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) cutoff: u32,
    pub(crate) complete: u32,
}

/// What became of a layer.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/game.rs"));
/// # }
/// # use doc::game;
/// use patience_gpu::{Device, Memory, NO_CUTOFF};
///
/// # if !cfg!(feature = "emulation") {
/// #     return Ok(());
/// # }
/// let mut layers = Device::Emulation.open(&game(), &Memory::default())?; // one jump solves it
/// let made = layers.advance(0, NO_CUTOFF, None)?;
/// assert_eq!((made.expanded, made.generated, made.states), (1, 1, 1));
/// // The new layer is that of the ends.
/// assert_eq!((made.meeting(), made.is_cut()), (Some(1), false));
/// // No solution has no moves.
/// layers.restart_both()?;
/// let made = layers.advance(0, 0, None)?;
/// assert_eq!((made.states, made.meeting(), made.is_cut()), (0, None, true));
/// # Ok::<(), patience_gpu::GpuError>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Made {
    /// States of the layer before.
    pub expanded: u64,
    /// Steps that the bounds kept.
    pub generated: u64,
    /// States of the new layer.
    pub states: u64,
    /// Its entries: one for each peg that may continue its move, at least one for each state.
    pub entries: u64,
    /// Bytes of all layers in the memory of the GPU.
    pub device_bytes: u64,
    /// Bytes of all layers in the memory of the host.
    pub host_bytes: u64,
    /// Bytes of all layers on disk.
    pub disk_bytes: u64,
    /// Entries of a piece that were expanded.
    pub(crate) taken: u64,
    pub(crate) meeting_key: u64,
    pub(crate) meeting_cost: u32,
    pub(crate) is_cut: u32,
    /// How long it took.
    pub seconds: f64,
}

impl Made {
    /// Adds what became of another piece of the same layer.
    pub(crate) fn add(&mut self, piece: &Self) {
        self.expanded += piece.expanded;
        self.generated += piece.generated;
        self.states += piece.states;
        self.entries += piece.entries;
        self.is_cut |= piece.is_cut;
        let meeting = |made: &Self| (made.meeting_cost, made.meeting_key);
        (self.meeting_cost, self.meeting_key) = meeting(self).min(meeting(piece));
    }

    /// The sum of no pieces.
    pub(crate) fn nothing() -> Self {
        Self { meeting_cost: NO_CUTOFF.into(), ..Self::default() }
    }

    /// The moves of the best solution through the new layer, if the sides meet there.
    #[must_use]
    pub fn meeting(&self) -> Option<u8> {
        u8::try_from(self.meeting_cost).ok().filter(|&cost| cost != NO_CUTOFF)
    }

    /// Whether a step was pruned for its cost.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut != 0
    }
}

/// A state of a layer.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    pub(crate) key: u64,
    pub(crate) open: u64,
    pub(crate) cost: u32,
    pub(crate) unused: u32,
}

#[repr(C)]
struct Search {
    _private: [u8; 0],
}

functions! {
    open = "open": fn(*const GameTable, u64, *mut c_char, u64) -> *mut Search;
    close = "close": fn(*mut Search);
    device = "device": fn(*const Search, *mut c_char, u64, *mut u64);
    message = "message": fn(*const Search) -> *const c_char;
    room = "room": fn(*const Search, *mut u64) -> u64;
    estimate = "estimate": fn(*mut Search, u32) -> u32;
    restart = "restart": fn(*mut Search, u32) -> i32;
    advance = "advance": fn(*mut Search, u32, *const Rule, *mut Made) -> i32;
    find = "find": fn(*mut Search, u32, u32, *const u64, u64, *mut Found) -> i32;
    fetch = "fetch": fn(*mut Search, u32, u32, u64, u64, *mut u64) -> i32;
    drop = "drop": fn(*mut Search, u32, u32) -> i32;
    put = "put": fn(*mut Search, u64, *const u64, u64) -> i32;
    keep = "keep": fn(*mut Search, u32, u32, u64) -> i32;
    expand = "expand": fn(*mut Search, u32, *const Rule, u64, *mut Made) -> i32;
    unite = "unite": fn(*mut Search, u32, *const Rule, u64, u64, *mut Made) -> i32;
    get = "get": fn(*mut Search, u64, u64, *mut u64) -> i32;
}

/// A place in a layer, or of a layer: its side and its number.
pub(crate) type Place = (usize, usize);

/// A search on a device: a stack of layers, and room above it.
#[derive(Debug)]
pub(crate) struct Kernels {
    functions: &'static Functions,
    search: *mut Search,
}

impl Kernels {
    /// Opens a device for a game, with at most so many bytes for layers; `None` means all that are free.
    pub(crate) fn open(
        device: Device,
        game: &JumpGame,
        bytes: Option<u64>,
    ) -> Result<Self, GpuError> {
        let functions = Functions::of(device)?;
        let table = GameTable::new(game)?;
        let mut error = [0; 512];
        // SAFETY: the table lives as long as the call, and the text has the size that is given.
        let search = unsafe {
            let (text, size) = (error.as_mut_ptr(), error.len() as u64);
            (functions.open)(&raw const *table, bytes.map_or(0, |it| it.max(1)), text, size)
        };
        if search.is_null() {
            return Err(GpuError::NoDevice(text(&error)));
        }
        Ok(Self { functions, search })
    }

    /// The name of the device and the bytes of its memory.
    pub(crate) fn device(&self) -> (String, u64) {
        let (mut name, mut bytes) = ([0; 256], 0);
        // SAFETY: the search is open, and the text has the size that is given.
        unsafe {
            let size = name.len() as u64;
            (self.functions.device)(self.search, name.as_mut_ptr(), size, &raw mut bytes);
        }
        (text(&name), bytes)
    }

    /// The entries that fit above the stack, and those that fit into the memory.
    pub(crate) fn room(&self) -> (u64, u64) {
        let mut all = 0;
        // SAFETY: the search is open.
        let left = unsafe { (self.functions.room)(self.search, &raw mut all) };
        (left, all)
    }

    /// The least bound of the roots of a side.
    pub(crate) fn estimate(&self, side: usize) -> u8 {
        // SAFETY: the search is open.
        let estimate = unsafe { (self.functions.estimate)(self.search, side_number(side)) };
        u8::try_from(estimate).unwrap_or(NO_CUTOFF)
    }

    /// Drops all layers of a side but the roots, and those of the other side if it has only roots.
    pub(crate) fn restart(&mut self, side: usize) -> Result<(), GpuError> {
        // SAFETY: the search is open.
        let code = unsafe { (self.functions.restart)(self.search, side_number(side)) };
        self.check(code)
    }

    /// Makes the next layer of a side; `None` if it does not fit.
    pub(crate) fn advance(&mut self, side: usize, rule: &Rule) -> Result<Option<Made>, GpuError> {
        let mut made = Made::default();
        // SAFETY: the search is open, and rule and result live as long as the call.
        let code = unsafe {
            (self.functions.advance)(self.search, side_number(side), rule, &raw mut made)
        };
        self.check_fit(code).map(|fits| fits.then_some(made))
    }

    /// The states of a layer on the device with these keys; those that it does not have cost [`NO_CUTOFF`].
    pub(crate) fn find(&self, (side, layer): Place, keys: &[u64]) -> Result<Vec<Found>, GpuError> {
        let mut found = vec![Found::default(); keys.len()];
        // SAFETY: the search is open; both lists have the given length.
        let code = unsafe {
            let (from, to, count) = (keys.as_ptr(), found.as_mut_ptr(), keys.len() as u64);
            (self.functions.find)(self.search, side_number(side), number(layer), from, count, to)
        };
        self.check(code)?;
        Ok(found)
    }

    /// Copies entries of a layer on the device.
    pub(crate) fn fetch(
        &self,
        (side, layer): Place,
        from: u64,
        entries: &mut [u64],
    ) -> Result<(), GpuError> {
        // SAFETY: the search is open; the list has the given length.
        let code = unsafe {
            let (to, count) = (entries.as_mut_ptr(), entries.len() as u64);
            (self.functions.fetch)(self.search, side_number(side), number(layer), from, count, to)
        };
        self.check(code)
    }

    /// Removes a layer from the device, if it has it.
    pub(crate) fn drop_layer(&mut self, (side, layer): Place) -> Result<(), GpuError> {
        // SAFETY: the search is open.
        let code = unsafe { (self.functions.drop)(self.search, side_number(side), number(layer)) };
        self.check(code)
    }

    /// Copies entries to a place above the stack.
    pub(crate) fn put(&mut self, at: u64, entries: &[u64]) -> Result<(), GpuError> {
        // SAFETY: the search is open; the list has the given length.
        let code = unsafe {
            (self.functions.put)(self.search, at, entries.as_ptr(), entries.len() as u64)
        };
        self.check(code)
    }

    /// Makes a layer of the entries above the stack.
    pub(crate) fn keep(&mut self, (side, layer): Place, count: u64) -> Result<(), GpuError> {
        // SAFETY: the search is open.
        let code =
            unsafe { (self.functions.keep)(self.search, side_number(side), number(layer), count) };
        self.check(code)
    }

    /// Makes a sorted run of steps from as many of the entries above the stack as possible.
    pub(crate) fn expand(
        &mut self,
        side: usize,
        rule: &Rule,
        count: u64,
    ) -> Result<Made, GpuError> {
        let mut made = Made::default();
        // SAFETY: the search is open, and rule and result live as long as the call.
        let code = unsafe {
            (self.functions.expand)(self.search, side_number(side), rule, count, &raw mut made)
        };
        self.check(code).map(|()| made)
    }

    /// Makes a piece of the next layer from steps above the stack, followed by entries of the other side.
    pub(crate) fn unite(
        &mut self,
        side: usize,
        rule: &Rule,
        (count, theirs): (u64, u64),
    ) -> Result<Made, GpuError> {
        let (mut made, side) = (Made::default(), side_number(side));
        // SAFETY: the search is open, and rule and result live as long as the call.
        let code = unsafe {
            (self.functions.unite)(self.search, side, rule, count, theirs, &raw mut made)
        };
        self.check(code).map(|()| made)
    }

    /// Copies entries of the last run or piece.
    pub(crate) fn get(&self, at: u64, entries: &mut [u64]) -> Result<(), GpuError> {
        // SAFETY: the search is open; the list has the given length.
        let code = unsafe {
            (self.functions.get)(self.search, at, entries.len() as u64, entries.as_mut_ptr())
        };
        self.check(code)
    }

    fn check(&self, code: i32) -> Result<(), GpuError> {
        if self.check_fit(code)? {
            return Ok(());
        }
        Err(GpuError::Failed(self.message()))
    }

    /// Whether it fits into the memory of the device.
    fn check_fit(&self, code: i32) -> Result<bool, GpuError> {
        match code {
            0 => Ok(true),
            2 => Ok(false),
            _ => Err(GpuError::Failed(self.message())),
        }
    }

    fn message(&self) -> String {
        // SAFETY: the search is open; its message is a text that stays until the next call.
        let message = unsafe { CStr::from_ptr((self.functions.message)(self.search)) };
        message.to_string_lossy().into_owned()
    }
}

impl Drop for Kernels {
    fn drop(&mut self) {
        // SAFETY: the search is open, and nobody else has it.
        unsafe { (self.functions.close)(self.search) }
    }
}

/// A text that ends with a zero.
pub(crate) fn text(bytes: &[c_char]) -> String {
    // Characters are bytes.
    #[allow(clippy::cast_sign_loss)]
    let bytes: Vec<u8> = bytes.iter().map(|&it| it as u8).take_while(|&it| it != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn side_number(side: usize) -> u32 {
    assert!(side < 2, "there is no side {side}");
    number(side)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
