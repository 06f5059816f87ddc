interface ImportMetaEnv {
  readonly APP_VERSION: string;
  /** True for a build that can be inspected at /machines. */
  readonly INSPECT: boolean;
}
