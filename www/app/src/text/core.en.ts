/** Words of the frame and of an interview that opens. */
export interface CoreText {
  name: string;
  library: string;
  stored: string;
  settings: string;
  main: string;
  skip: string;
  loading: string;
  opening: string;
  offline: string;
  offlineWhy: string;
  offlineBare: string;
  update: string;
  updateWhy: string;
  reload: string;
  later: string;
  close: string;
  again: string;
  interview: string;
  results: string;
  failed: string;
  failedWhy: string;
  partMissing: string;
  details: string;
  gone: string;
  goneWhy: string;
  notBegun: string;
  noGuide: string;
  noGuideWhy: string;
  toLibrary: string;
  builtIn: string;
  anew: string;
}

export const core: CoreText = {
  name: "Colloquy",
  library: "Interviews",
  stored: "Your data",
  settings: "Settings",
  main: "Main",
  skip: "Skip to the content",
  loading: "Loading…",
  opening: "Opening the interview…",
  offline: "Offline",
  offlineWhy: "Everything here still works; your answers are kept on this device.",
  offlineBare: "What is open still works. Other pages may not open until you are online again.",
  update: "A new version is ready",
  updateWhy: "Your answers and your draft stay.",
  reload: "Reload",
  later: "Later",
  close: "Close",
  again: "Try again",
  interview: "Interview",
  results: "Go to the results page",
  failed: "This did not work",
  failedWhy: "Nothing that you sent was lost. Try again; if it stays like this, reload the page.",
  partMissing: "A part of this page could not be loaded. Check the connection.",
  details: "Details",
  gone: "This interview is not here",
  goneWhy: "It may have been deleted, or it is in another browser or on another device.",
  notBegun: "Nothing was stored. The interview is here whenever you like.",
  noGuide: "There is no such interview",
  noGuideWhy: "The link leads to an interview that this page does not have.",
  toLibrary: "Go to your interviews",
  builtIn: "Use the built-in interviewer",
  anew: "Start over",
};
