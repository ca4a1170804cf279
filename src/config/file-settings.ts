import { optional, text } from './kinds.ts'

/** Files that Ngoma appends to. */
export const fileSettings = {
  callRecords: optional(
    'NGOMA_CALL_RECORDS',
    'none',
    text,
    'File to which Ngoma appends one line of JSON for every message that reaches its final status.',
  ),
  erasuresFile: optional(
    'NGOMA_ERASURES_FILE',
    'erasures.jsonl in NGOMA_DATA',
    text,
    'File to which Ngoma appends every erasure of a person, encrypted. A restore applies it again. Keep it on storage that a restore does not replace.',
  ),
} as const
