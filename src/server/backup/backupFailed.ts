/** Error of a backup or a restore. Its message is a Russian sentence for the administrator. */
export class BackupFailed extends Error {}
