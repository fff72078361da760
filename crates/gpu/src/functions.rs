//! The functions of a backend as a table, with their types written once.

/// Declares `Functions`, a table of functions by name, and `Functions::of`, the table of a [`Device`](crate::Device). The functions of
/// a device have its prefix and the name that is given as text.
///
/// The caller knows the types of the kernels, and that they are those of the header.
macro_rules! functions {
    ($($name:ident = $link:literal: fn($($type:ty),*) $(-> $result:ty)?;)*) => {
        #[derive(Debug)]
        struct Functions {
            $($name: unsafe extern "C" fn($($type),*) $(-> $result)?,)*
        }

        impl Functions {
            /// The functions of a device, if the program has its kernels.
            fn of(device: $crate::Device) -> Result<&'static Self, $crate::GpuError> {
                match device {
                    #[cfg(feature = "cuda")]
                    $crate::Device::Cuda => {
                        static FUNCTIONS: Functions = {
                            unsafe extern "C" {
                                $(#[link_name = concat!("cuda_", $link)]
                                fn $name($(_: $type),*) $(-> $result)?;)*
                            }
                            Functions { $($name,)* }
                        };
                        Ok(&FUNCTIONS)
                    }
                    #[cfg(not(feature = "cuda"))]
                    $crate::Device::Cuda => Err($crate::GpuError::NotBuilt("gpu")),
                    #[cfg(feature = "emulation")]
                    $crate::Device::Emulation => {
                        static FUNCTIONS: Functions = {
                            unsafe extern "C" {
                                $(#[link_name = concat!("emulation_", $link)]
                                fn $name($(_: $type),*) $(-> $result)?;)*
                            }
                            Functions { $($name,)* }
                        };
                        Ok(&FUNCTIONS)
                    }
                    #[cfg(not(feature = "emulation"))]
                    $crate::Device::Emulation => Err($crate::GpuError::NotBuilt("gpu-emulation")),
                }
            }
        }
    };
}

pub(crate) use functions;
