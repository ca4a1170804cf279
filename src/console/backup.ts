import { closeSync, createReadStream, createWriteStream, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'
import { serve } from '../api-route.ts'
import type { Context } from '../context.ts'
import { system } from '../contract/console/system.ts'
import { writeBackup } from '../engine/db/index.ts'
import { endWhenStalled } from '../engine/http/index.ts'
import { refuse } from '../values/refusal.ts'
import { markSetup } from './store-setup.ts'

/** Sign-in state is left out: a stolen backup must not contain sessions, and a restore signs everybody out. */
const signIns = [
  'auth_sessions',
  'auth_devices',
  'auth_verifications',
  'auth_rate_limits',
  'auth_used_codes',
  'sign_in_failures',
  'invitations',
  'rate_buckets',
  'changes',
]

/** Streams a compressed, consistent backup of all tables without sign-in state; `ngoma backup` writes it to a file. */
export function backupConsole(app: FastifyInstance, ctx: Context): void {
  let current: Readable | 'begun' | null = null
  let recorded = Promise.resolve()

  serve(app, system.backup, async ({ request, reply }) => {
    // A HEAD request would leave the stream unread.
    if (request.method === 'HEAD') return reply.type('application/gzip').send()
    // A backup occupies a database connection until it has been read.
    if (current !== null) throw refuse('backup_running')
    current = 'begun'
    try {
      const stream = ctx.db.engine === 'embedded' ? await spool(ctx, request.id) : flow(ctx)
      current = stream
      // A client that has read everything may start another backup before this stream is closed.
      for (const event of ['end', 'close'])
        stream.once(event, () => {
          if (current === stream) current = null
        })
      // A response that was cut off is no backup.
      finished(reply.raw).then(
        () => {
          recorded = record(ctx)
        },
        () => {},
      )
      return reply.type('application/gzip').send(endWhenStalled(stream))
    } catch (error) {
      current = null
      throw error
    }
  })

  // Abort a running backup on shutdown. A restore detects that it is incomplete.
  app.addHook('preClose', async () => void (current instanceof Readable && current.destroy()))
  // A command closes the database right after its backup.
  app.addHook('onClose', () => recorded)
}

/** For the setup of the installation. */
const record = ({ db, clock, log }: Context) =>
  markSetup(db, 'backup', clock.now()).catch((error) => log.warn({ err: error }, 'failed to record a backup'))

/** A slow client delays nobody. When the backup fails, the client gets a truncated file. */
function flow({ db, log }: Context): Readable {
  const stream = new PassThrough()
  writeBackup(db, stream, { withoutRows: signIns }).catch((error) => {
    log.warn({ err: error }, 'backup failed')
    stream.destroy(error)
  })
  return stream
}

/**
 * A backup blocks the embedded database, so it goes to disk first and is sent from there. Uses a plain file descriptor:
 * a `FileHandle` stays open while a second stream refers to it, and then the stream that reads it never closes.
 */
async function spool({ db, config }: Context, id: string): Promise<Readable> {
  const path = join(config.dataDirectory, `backup-${id}.tmp`)
  const fd = openSync(path, 'wx+', 0o600)
  // Unlinked at once, so that no file is left behind when the process dies.
  rmSync(path)
  try {
    await writeBackup(db, createWriteStream('', { fd, autoClose: false }), { withoutRows: signIns })
    return createReadStream('', { fd, start: 0 })
  } catch (error) {
    closeSync(fd)
    throw error
  }
}
