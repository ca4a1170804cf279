import { createReadStream, createWriteStream, existsSync, fstatSync, openSync, renameSync, rmSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { Failure } from './command.ts'

/** In the words of people; what is not here the system says well enough itself. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such directory',
  ENOTDIR: 'there is no such directory',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EISDIR: 'it is a directory',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's share of the disk is used up",
  EEXIST:
    'its .part file already exists: another command is writing it, or one was interrupted; remove the file and try again',
}

/**
 * What the system is asked for while a file is written: an error of these is the file's, and any other the source's.
 */
const writing = ['write', 'writev', 'fsync', 'close']

const cant = (verb: 'read' | 'write', file: string, error: NodeJS.ErrnoException) =>
  new Failure(`can't ${verb} ${file}: ${reasons[error.code ?? ''] ?? error.message}`)

function open(file: string, flags: 'r' | 'wx', verb: 'read' | 'write', name = file): number {
  try {
    return openSync(file, flags, 0o600)
  } catch (error) {
    throw cant(verb, name, error as NodeJS.ErrnoException)
  }
}

/**
 * Opens the file before anything else is done, and hands over where to write. A file that is there is whole: until then
 * it has another name, and it is gone when something went wrong. The draft is always a new file that only this user can
 * read: one that somebody else put there, or a link, is never written to.
 */
export async function writeWhole(file: string, write: (target: Writable) => Promise<void>): Promise<void> {
  if (existsSync(file)) throw new Failure(`${file} is there already: name a new file`)
  const draft = `${file}.part`
  const target = createWriteStream('', { fd: open(draft, 'wx', 'write', file), flush: true })
  try {
    await write(target)
    renameSync(draft, file)
  } catch (error) {
    target.destroy()
    rmSync(draft, { force: true })
    throw writing.includes((error as NodeJS.ErrnoException).syscall ?? '')
      ? cant('write', file, error as NodeJS.ErrnoException)
      : error
  }
}

/** Looked at as far as that can be done without reading it. */
export function openToRead(file: string): Readable {
  if (!existsSync(file)) throw new Failure(`${file} is not there`)
  const fd = open(file, 'r', 'read')
  if (fstatSync(fd).isDirectory()) throw new Failure(`can't read ${file}: ${reasons.EISDIR}`)
  return createReadStream('', { fd })
}
