// Errors whose messages are written for respondents, in their language.

/** Says for people what went wrong, what is safe and what can be done. */
export class RespondentError extends Error {}

/** A link names a model that the server of this page does not offer. */
export class NoModel extends RespondentError {}
