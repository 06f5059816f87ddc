interface ImportMetaEnv {
  readonly APP_VERSION: string;
  /** Whether the build can be inspected at /machines. */
  readonly INSPECT: boolean;
}
