/** The option of a command that drives a browser by which the system's package manager may install one. */
export const INSTALL_OPTION = { type: 'boolean', default: false } as const;
