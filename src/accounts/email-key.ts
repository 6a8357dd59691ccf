// The form in which the e-mail address of an account is stored, and found.

/** Without NUL, which PostgreSQL refuses. */
export const emailKey = (email: string) => email.trim().toLowerCase().toWellFormed().replaceAll('\0', '');
