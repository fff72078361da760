//! The kernels behind their C interface.
//!
//! The only module with `unsafe` code: it calls functions of `kernels/interface.h`. They read and write only the memory that they are
//! given here, as long as the call lasts, and no function is called with a search that is closed.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};

use crate::game::JumpGame;
use crate::tables::{GameTable, NO_CUTOFF};

/// Where layers are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// The first NVIDIA GPU.
    Cuda,
    /// The CPU, one step after the other.
    Emulation,
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// The program has no kernels for the device.
    #[error("this program was built without the feature {0}")]
    NotBuilt(&'static str),
    /// The device cannot be used.
    #[error("no GPU can be used: {0}")]
    NoDevice(String),
    /// The game does not fit into the tables of the kernels.
    #[error("the GPU search takes at most {most} {what}, not {count}")]
    TooLarge {
        /// What there are too many of.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// A layer was not made.
    #[error("the GPU search failed: {0}")]
    Failed(String),
    /// A state of a layer has no predecessor in the layer before.
    #[error("the layers of the GPU search contradict each other")]
    Inconsistent,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) cutoff: u32,
    pub(crate) complete: u32,
}

/// What became of a layer.
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
    pub(crate) meeting_key: u64,
    meeting_cost: u32,
    is_cut: u32,
    /// How long it took.
    pub seconds: f64,
}

impl Made {
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
    unused: u32,
}

#[repr(C)]
struct Search {
    _private: [u8; 0],
}

/// The functions of a backend.
#[derive(Debug)]
struct Functions {
    open: unsafe extern "C" fn(*const GameTable, u64, u64, *mut c_char, u64) -> *mut Search,
    close: unsafe extern "C" fn(*mut Search),
    device: unsafe extern "C" fn(*const Search, *mut c_char, u64, *mut u64),
    message: unsafe extern "C" fn(*const Search) -> *const c_char,
    restart: unsafe extern "C" fn(*mut Search, u32) -> i32,
    advance: unsafe extern "C" fn(*mut Search, u32, *const Rule, *mut Made) -> i32,
    estimate: unsafe extern "C" fn(*mut Search, u32) -> u32,
    find: unsafe extern "C" fn(*mut Search, u32, u32, *const u64, u64, *mut Found) -> i32,
}

/// Declares the functions of a backend.
#[cfg(any(feature = "cuda", feature = "emulation"))]
macro_rules! backend {
    ($module:ident: $open:ident $close:ident $device:ident $message:ident $restart:ident $advance:ident $estimate:ident $find:ident) => {
        mod $module {
            use super::{Found, Functions, GameTable, Made, Rule, Search, c_char};
            unsafe extern "C" {
                fn $open(
                    _: *const GameTable,
                    _: u64,
                    _: u64,
                    _: *mut c_char,
                    _: u64,
                ) -> *mut Search;
                fn $close(_: *mut Search);
                fn $device(_: *const Search, _: *mut c_char, _: u64, _: *mut u64);
                fn $message(_: *const Search) -> *const c_char;
                fn $restart(_: *mut Search, _: u32) -> i32;
                fn $advance(_: *mut Search, _: u32, _: *const Rule, _: *mut Made) -> i32;
                fn $estimate(_: *mut Search, _: u32) -> u32;
                fn $find(
                    _: *mut Search,
                    _: u32,
                    _: u32,
                    _: *const u64,
                    _: u64,
                    _: *mut Found,
                ) -> i32;
            }
            pub(super) static FUNCTIONS: Functions = Functions {
                open: $open,
                close: $close,
                device: $device,
                message: $message,
                restart: $restart,
                advance: $advance,
                estimate: $estimate,
                find: $find,
            };
        }
    };
}

#[cfg(feature = "cuda")]
backend!(cuda: cuda_open cuda_close cuda_device cuda_message cuda_restart cuda_advance cuda_estimate cuda_find);
#[cfg(feature = "emulation")]
backend!(emulation: emulation_open emulation_close emulation_device emulation_message emulation_restart emulation_advance emulation_estimate emulation_find);

impl Device {
    fn functions(self) -> Result<&'static Functions, GpuError> {
        match self {
            #[cfg(feature = "cuda")]
            Self::Cuda => Ok(&cuda::FUNCTIONS),
            #[cfg(not(feature = "cuda"))]
            Self::Cuda => Err(GpuError::NotBuilt("gpu")),
            #[cfg(feature = "emulation")]
            Self::Emulation => Ok(&emulation::FUNCTIONS),
            #[cfg(not(feature = "emulation"))]
            Self::Emulation => Err(GpuError::NotBuilt("gpu-emulation")),
        }
    }

    /// The layers of both sides of a game, with the roots only. They may take so many bytes of the host; `None` means most of what it has.
    pub fn open(self, game: &JumpGame, host_bytes: Option<u64>) -> Result<Layers, GpuError> {
        let functions = self.functions()?;
        let table = GameTable::new(game)?;
        let mut error = [0; 512];
        // SAFETY: the table lives as long as the call, and the text has the size that is given.
        let search = unsafe {
            let (text, size) = (error.as_mut_ptr(), error.len() as u64);
            (functions.open)(&raw const *table, 0, host_bytes.unwrap_or(0), text, size)
        };
        if search.is_null() {
            return Err(GpuError::NoDevice(text(&error)));
        }
        let mut layers = Layers { functions, search, counts: [0; 2] };
        layers.restart_both()?;
        Ok(layers)
    }
}

/// The layers of both sides of a game.
///
/// They are a stack: those of one side, then those of the other. Restarting a side whose layers are below drops both.
#[derive(Debug)]
pub struct Layers {
    functions: &'static Functions,
    search: *mut Search,
    /// The layers of each side.
    counts: [usize; 2],
}

impl Layers {
    /// The name of the device and the bytes of its memory.
    #[must_use]
    pub fn device(&self) -> (String, u64) {
        let (mut name, mut bytes) = ([0; 256], 0);
        // SAFETY: the search is open, and the text has the size that is given.
        unsafe {
            let size = name.len() as u64;
            (self.functions.device)(self.search, name.as_mut_ptr(), size, &raw mut bytes);
        }
        (text(&name), bytes)
    }

    /// The number of layers of a side, its roots included.
    #[must_use]
    pub fn count(&self, side: usize) -> usize {
        self.counts[side]
    }

    /// Drops all layers of both sides but the roots.
    pub fn restart_both(&mut self) -> Result<(), GpuError> {
        self.restart(0)?;
        self.restart(1)
    }

    /// Drops all layers of a side but the roots.
    pub fn restart(&mut self, side: usize) -> Result<(), GpuError> {
        // SAFETY: the search is open.
        let code = unsafe { (self.functions.restart)(self.search, number(side)) };
        self.check(code)?;
        self.counts[side] = 1;
        Ok(())
    }

    /// Makes the next layer of a side: steps to states that may lead to its ends within `cutoff` moves. If `complete` is a cutoff that
    /// the other side has completed, states that cannot be on a solution of `cutoff` moves, given what that side knows, are dropped.
    pub fn advance(
        &mut self,
        side: usize,
        cutoff: u8,
        complete: Option<u8>,
    ) -> Result<Made, GpuError> {
        let complete = complete.unwrap_or(NO_CUTOFF).into();
        let rule = Rule { cutoff: cutoff.into(), complete };
        let mut made = Made::default();
        // SAFETY: the search is open, and rule and result live as long as the call.
        let code = unsafe {
            (self.functions.advance)(self.search, number(side), &raw const rule, &raw mut made)
        };
        self.check(code)?;
        self.counts[side] += 1;
        Ok(made)
    }

    /// The least bound of the roots of a side.
    #[must_use]
    pub fn estimate(&self, side: usize) -> u8 {
        // SAFETY: the search is open.
        let estimate = unsafe { (self.functions.estimate)(self.search, number(side)) };
        u8::try_from(estimate).unwrap_or(NO_CUTOFF)
    }

    /// The states of a layer with these keys, as far as it has them.
    pub(crate) fn find(
        &self,
        side: usize,
        layer: usize,
        keys: &[u64],
    ) -> Result<Vec<Found>, GpuError> {
        assert!(layer < self.counts[side], "side {side} has no layer {layer}");
        let mut found = vec![Found::default(); keys.len()];
        // SAFETY: the search is open and has the layer; both lists have the given length.
        let code = unsafe {
            let (from, to, count) = (keys.as_ptr(), found.as_mut_ptr(), keys.len() as u64);
            (self.functions.find)(self.search, number(side), number(layer), from, count, to)
        };
        self.check(code)?;
        found.retain(|it| it.cost != u32::from(NO_CUTOFF));
        Ok(found)
    }

    fn check(&self, code: i32) -> Result<(), GpuError> {
        if code == 0 {
            return Ok(());
        }
        // SAFETY: the search is open; its message is a text that stays until the next call.
        let message = unsafe { CStr::from_ptr((self.functions.message)(self.search)) };
        Err(GpuError::Failed(message.to_string_lossy().into_owned()))
    }
}

impl Drop for Layers {
    fn drop(&mut self) {
        // SAFETY: the search is open, and nobody else has it.
        unsafe { (self.functions.close)(self.search) }
    }
}

/// A text that ends with a zero.
fn text(bytes: &[c_char]) -> String {
    // Characters are bytes.
    #[allow(clippy::cast_sign_loss)]
    let bytes: Vec<u8> = bytes.iter().map(|&it| it as u8).take_while(|&it| it != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
