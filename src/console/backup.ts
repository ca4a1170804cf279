import { closeSync, createReadStream, createWriteStream, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { serve } from '../console-route.ts'
import type { Context } from '../context.ts'
import { writeBackup } from '../engine/db/index.ts'
import { endWhenStalled } from '../engine/http/index.ts'
import { Refusal } from '../values/refusal.ts'

const oneAtATime = () =>
  new Refusal(409, 409, 'A Backup Is Being Taken', { hint: 'wait until it is finished, and try again' })

/**
 * Who is signed in, and who tries to. Whoever finds a backup should not be signed in by it, and what is restored finds
 * everybody signed out.
 */
const signIns = [
  'auth_sessions',
  'auth_devices',
  'auth_verifications',
  'auth_rate_limits',
  'auth_used_codes',
  'sign_in_failures',
  'invitations',
  'rate_buckets',
]

/**
 * Everything that the database holds but sign-ins, of one moment, as one compressed stream: `ngoma backup` writes it
 * into a file.
 */
export function backupConsole(app: FastifyInstance, ctx: Context): void {
  let current: Readable | 'begun' | null = null

  serve(app, 'GET /backup', { may: 'operator', does: 'backup.take', asksProof: true }, async ({ request, reply }) => {
    // Whoever only asks for the headers would leave it unread.
    if (request.method === 'HEAD') return reply.type('application/gzip').send()
    // Each has a connection to itself until it is read to its end.
    if (current !== null) throw oneAtATime()
    current = 'begun'
    try {
      const stream = ctx.db.engine === 'embedded' ? await spool(ctx, request.id) : flow(ctx)
      current = stream
      // A client that has read everything may ask again before the stream is closed.
      for (const event of ['end', 'close'])
        stream.once(event, () => {
          if (current === stream) current = null
        })
      return reply.type('application/gzip').send(endWhenStalled(stream))
    } catch (error) {
      current = null
      throw error
    }
  })

  // One that is still read when the program stops ends with it: half a backup is of no use, and no restore takes it for
  // a whole one.
  app.addHook('preClose', async () => void (current instanceof Readable && current.destroy()))
}

/**
 * A reader that goes slowly slows nobody down, and one that goes away ends it. When it breaks the reader sees a cut
 * file.
 */
function flow({ db, log }: Context): Readable {
  const stream = new PassThrough()
  writeBackup(db, stream, { withoutRows: signIns }).catch((error) => {
    log.warn({ err: error }, 'a backup was not finished')
    stream.destroy(error)
  })
  return stream
}

/**
 * The embedded database waits while it is written down, so it is written as fast as the disk takes it, and read from
 * there. A plain descriptor: a `FileHandle` stays open, and the stream that reads it never closes, while another stream
 * refers to it.
 */
async function spool({ db, config }: Context, id: string): Promise<Readable> {
  const path = join(config.dataDirectory, `backup-${id}.tmp`)
  const fd = openSync(path, 'wx+', 0o600)
  // Without a name from the beginning, so that nothing of it stays behind, whatever happens to this process.
  rmSync(path)
  try {
    await writeBackup(db, createWriteStream('', { fd, autoClose: false }), { withoutRows: signIns })
    return createReadStream('', { fd, start: 0 })
  } catch (error) {
    closeSync(fd)
    throw error
  }
}
