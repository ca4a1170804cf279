import { Refusal } from '../../../../values/refusal.ts'

/** The archive cannot be used. Nothing may be removed from the database until it is repaired. */
export class ArchiveProblem extends Refusal {
  constructor(message: string, hint: string, options: ErrorOptions = {}) {
    super(503, 503, message, { hint, problem: 'archive_unusable', detail: `${message}.` })
    if (options.cause !== undefined) this.cause = options.cause
  }
}

export const otherArchive = (directory: string) =>
  new ArchiveProblem(
    `The archive directory ${directory} belongs to another database`,
    'set NGOMA_ARCHIVE_DIR to a directory of this installation only',
  )

export const notMounted = (directory: string) =>
  new ArchiveProblem(
    `The archive directory ${directory} has no archive.json, but days of this database are archived`,
    'check that the disk is mounted; to continue in a new directory, copy archive.json from the old one',
  )

export const dayNotOver = (day: string) =>
  new ArchiveProblem(`The day ${day} can't be archived before it is over`, 'archive it after midnight GMT')

export const largerDay = (day: string) =>
  new ArchiveProblem(
    `The archived day ${day} has more rows than this database`,
    'after a restore of a backup, move the directory of the day away, and keep it',
  )

export const damagedDay = (day: string) =>
  new ArchiveProblem(
    `The archived day ${day} has no valid manifest.json`,
    'restore the directory of the day from a copy, then run "ngoma archive verify"',
  )

export const damagedFile = (day: string, name: string, cause?: unknown) =>
  new ArchiveProblem(
    `The archived file ${day}/${name} is missing or damaged`,
    'restore the directory of the day from a copy, then run "ngoma archive verify"',
    { cause },
  )
