// The package has no types of its own.
declare module 'pgpass' {
  interface PgPass {
    (connection: object, done: (password: string | undefined) => void): void;
    warnTo(stream: NodeJS.WritableStream | undefined): void;
  }
  const pgpass: PgPass;
  export default pgpass;
}
