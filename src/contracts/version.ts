/** Version that the server, the command line and reports name; equals the version of the package. */
export const SERVER_VERSION = "0.1.0";
