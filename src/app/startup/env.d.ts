interface ImportMetaEnv {
  readonly APP_VERSION: string;
  /** Short id of the commit that was built, or an empty string. */
  readonly APP_BUILD: string;
  /** Date of the build (ISO 8601). */
  readonly APP_BUILD_DATE: string;
  /** True in a build with the inspector page /machines. */
  readonly INSPECT: boolean;
}
