import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { writeBackup } from './engine/db/index.ts'

/** Who is signed in, and who tries to. Whoever finds a backup should not be signed in by it, and what is restored finds everybody signed out. */
const signIns = ['auth_sessions', 'auth_verifications', 'auth_rate_limits', 'sign_in_failures']

/** Everything that the database holds but sign-ins, of one moment, as one compressed stream: `ngoma backup` writes it into a file. */
export function backupConsole(app: FastifyInstance, ctx: Context): void {
  app.get('/console/v1/backup', { config: { area: 'console', may: 'operator', does: 'backup.take' } }, async (request, reply) => {
    const stream = ctx.db.engine === 'embedded' ? await spool(ctx, request.id) : flow(ctx)
    return reply.type('application/gzip').send(stream)
  })
}

/** A reader that goes slowly slows nobody else down. One that goes away ends it, and when it breaks the reader sees a cut file, which no restore takes. */
function flow({ db, log }: Context): Readable {
  const stream = new PassThrough()
  writeBackup(db, stream, { withoutRows: signIns }).catch((error) => {
    log.warn({ err: error }, 'a backup was not finished')
    stream.destroy(error)
  })
  return stream
}

/** The embedded database waits while it is written down, so it is written as fast as the disk takes it, and read from there. */
async function spool({ db, config }: Context, id: string): Promise<Readable> {
  const path = join(config.dataDirectory, `backup-${id}.tmp`)
  try {
    await writeBackup(db, createWriteStream(path, { mode: 0o600 }), { withoutRows: signIns })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return createReadStream(path).once('close', () => void rm(path, { force: true }))
}
