import { optional, text } from './kinds.ts'

/** Files that Ngoma writes. */
export const fileSettings = {
  callRecords: optional(
    'NGOMA_CALL_RECORDS',
    'none',
    text,
    'File to which Ngoma appends one line of JSON for every message that reaches its final status.',
  ),
  archiveDirectory: optional(
    'NGOMA_ARCHIVE_DIR',
    'none',
    text,
    'Existing directory to which messages are archived before they are removed. All processes must use the same directory.',
  ),
  erasuresFile: optional(
    'NGOMA_ERASURES_FILE',
    'erasures.jsonl in NGOMA_DATA',
    text,
    'File to which Ngoma appends every erasure of a person, encrypted. A restore applies it again. Keep it on storage that a restore does not replace.',
  ),
} as const
