interface ImportMetaEnv {
  readonly APP_VERSION: string;
  /** True in a build with the inspector page /machines. */
  readonly INSPECT: boolean;
}
