//! The kernels behind their C interface.
//!
//! The only module of these kernels with `unsafe` code: it calls functions of `kernels/clusters.h`. They read and write only the memory
//! that they are given here, as long as the call lasts. No function is called with an explorer that is closed.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};

use crate::backend::{Device, text};
use crate::cluster_tables::{
    Counts, Family, Grid, Hardest, LINES, Lines, MOST_LANES, NO_LANE, Unit,
};
use crate::error::GpuError;

#[repr(C)]
struct Opened {
    _private: [u8; 0],
}

/// Declares the functions of a backend, and their types once.
macro_rules! functions {
    ($($name:ident = $link:literal: fn($($type:ty),*) $(-> $result:ty)?;)*) => {
        #[derive(Debug)]
        struct Functions {
            $($name: unsafe extern "C" fn($($type),*) $(-> $result)?,)*
        }

        #[cfg(feature = "cuda")]
        mod cuda {
            use super::{Counts, Family, Functions, Grid, Hardest, Opened, Unit, c_char};
            mod imported {
                use super::{Counts, Family, Grid, Hardest, Opened, Unit, c_char};
                unsafe extern "C" {
                    $(#[link_name = concat!("cuda_", $link)]
                    pub(super) fn $name($(_: $type),*) $(-> $result)?;)*
                }
            }
            pub(super) static FUNCTIONS: Functions = Functions { $($name: imported::$name,)* };
        }

        #[cfg(feature = "emulation")]
        mod emulation {
            use super::{Counts, Family, Functions, Grid, Hardest, Opened, Unit, c_char};
            mod imported {
                use super::{Counts, Family, Grid, Hardest, Opened, Unit, c_char};
                unsafe extern "C" {
                    $(#[link_name = concat!("emulation_", $link)]
                    pub(super) fn $name($(_: $type),*) $(-> $result)?;)*
                }
            }
            pub(super) static FUNCTIONS: Functions = Functions { $($name: imported::$name,)* };
        }
    };
}

functions! {
    open = "clusters_open": fn(*const Grid, *mut c_char, u64) -> *mut Opened;
    close = "clusters_close": fn(*mut Opened);
    message = "clusters_message": fn(*const Opened) -> *const c_char;
    explore = "clusters_explore": fn(*mut Opened, *const Unit, u32, *const Family, u32, *mut Counts) -> i64;
    fetch = "clusters_fetch": fn(*mut Opened, *mut Hardest, u64) -> i32;
}

fn functions(device: Device) -> Result<&'static Functions, GpuError> {
    match device {
        #[cfg(feature = "cuda")]
        Device::Cuda => Ok(&cuda::FUNCTIONS),
        #[cfg(not(feature = "cuda"))]
        Device::Cuda => Err(GpuError::NotBuilt("gpu")),
        #[cfg(feature = "emulation")]
        Device::Emulation => Ok(&emulation::FUNCTIONS),
        #[cfg(not(feature = "emulation"))]
        Device::Emulation => Err(GpuError::NotBuilt("gpu-emulation")),
    }
}

/// Explores families of a grid on a device.
#[derive(Debug)]
pub struct Explorer {
    functions: &'static Functions,
    opened: *mut Opened,
}

// SAFETY: the functions may be called from any thread, by one at a time.
unsafe impl Send for Explorer {}

/// What families have.
#[derive(Clone, Debug)]
pub struct Explored {
    /// By unit.
    pub counts: Vec<Counts>,
    /// The hardest positions of clusters that need all of their pieces and walls, or may need them, in no particular order.
    pub hardest: Vec<Hardest>,
}

impl Explorer {
    /// Opens a device for a grid.
    ///
    /// # Panics
    ///
    /// If a number of the grid is out of range.
    pub fn open(device: Device, grid: &Grid) -> Result<Self, GpuError> {
        assert!(usize::from(grid.target_row) < LINES, "there are fewer rows");
        let functions = functions(device)?;
        let mut error = [0; 512];
        // SAFETY: the grid lives as long as the call, and the text has the size that is given.
        let opened = unsafe { (functions.open)(grid, error.as_mut_ptr(), error.len() as u64) };
        if opened.is_null() {
            return Err(GpuError::NoDevice(text(&error)));
        }
        Ok(Self { functions, opened })
    }

    /// Explores families of some units.
    ///
    /// # Panics
    ///
    /// If a family has a unit or a lane that does not exist.
    pub fn explore(&mut self, units: &[Unit], families: &[Family]) -> Result<Explored, GpuError> {
        assert!(units.iter().all(|unit| has_lanes(&unit.rows)), "there are fewer lanes");
        for family in families {
            assert!((family.unit as usize) < units.len(), "there are fewer units");
            assert!(has_lanes(&family.columns), "there are fewer lanes");
        }
        let mut counts = vec![Counts::default(); units.len()];
        // SAFETY: the explorer is open; the lists have the given lengths, and all numbers in them are in range.
        let found = unsafe {
            let (units, unit_count) = (units.as_ptr(), number(units.len())?);
            let (families, family_count) = (families.as_ptr(), number(families.len())?);
            let counts = counts.as_mut_ptr();
            (self.functions.explore)(self.opened, units, unit_count, families, family_count, counts)
        };
        let found = usize::try_from(found).map_err(|_| self.failed())?;
        let mut hardest = vec![Hardest::default(); found];
        // SAFETY: the explorer is open; the list has the given length.
        let code =
            unsafe { (self.functions.fetch)(self.opened, hardest.as_mut_ptr(), found as u64) };
        if code != 0 {
            return Err(self.failed());
        }
        Ok(Explored { counts, hardest })
    }

    fn failed(&self) -> GpuError {
        // SAFETY: the explorer is open; its message is a text that stays until the next call.
        let message = unsafe { CStr::from_ptr((self.functions.message)(self.opened)) };
        GpuError::Failed(message.to_string_lossy().into_owned())
    }
}

impl Drop for Explorer {
    fn drop(&mut self) {
        // SAFETY: the explorer is open, and nobody else has it.
        unsafe { (self.functions.close)(self.opened) }
    }
}

fn has_lanes(lines: &Lines) -> bool {
    const { assert!(LINES == 6 && MOST_LANES < NO_LANE as usize) };
    lines.lane.iter().all(|&lane| lane == NO_LANE || usize::from(lane) < MOST_LANES)
}

fn number(count: usize) -> Result<u32, GpuError> {
    let most = u32::MAX as usize;
    u32::try_from(count).map_err(|_| GpuError::TooLarge { what: "families", count, most })
}
