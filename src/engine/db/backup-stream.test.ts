import assert from 'node:assert/strict'
import { PassThrough, Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { asLines, contentsOf, linesOf, migratedDatabase } from '../../../test/backups.ts'
import { onOneEngine, openWorld } from '../../../test/world.ts'
import { migrationsDirectory, seededTables } from '../../migrations.ts'
import { BadBackup, dump, readBackup, restore, writeBackup } from './index.ts'

/** A stream of the bytes in chunks of the given size. */
function inPieces(bytes: Buffer, size: number): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
  )
}

const lines = ['first', '', 'é \u2028 \u2029 \u0085 \r \uFEFF 🥁', 'x'.repeat(3_000_000), '🥁'.repeat(100_000), 'last']
const zipped = gzipSync(lines.map((line) => `${line}\n`).join(''))

describe('readBackup', () => {
  for (const size of [1, 7, 4_096, zipped.length]) {
    it(`returns the same lines in chunks of ${size} bytes`, async () => {
      assert.deepEqual(await linesOf(readBackup(inPieces(zipped, size))), lines)
    })
  }

  it('accepts a last line without a line feed', async () => {
    assert.deepEqual(await linesOf(readBackup(Readable.from([gzipSync('a\nb')]))), ['a', 'b'])
  })

  it('yields lines before the whole file has arrived', async () => {
    const source = new PassThrough()
    const iterator = readBackup(source)
    source.write(gzipSync(lines.join('\n')).subarray(0, -20))
    assert.deepEqual((await iterator.next()).value, 'first')
    await iterator.return()
    assert.equal(source.destroyed, false)
  })

  const random = Buffer.from(
    Array.from({ length: 20_000 }, (_, index) => (index * index * 31 + index * 7) % 251),
  ).toString('base64')
  const file = gzipSync(random.replaceAll(/(.{60})/g, '$1\n'))
  const broken: readonly (readonly [title: string, bytes: Buffer])[] = [
    ['is not gzip', Buffer.from('{"ngoma":"backup"}\n')],
    ['is truncated at its beginning', file.subarray(0, 5)],
    ['is truncated in the middle', file.subarray(0, file.length >> 1)],
    ['lacks its last byte', file.subarray(0, -1)],
    [
      'has another byte in its middle',
      Buffer.from(file).fill((file[file.length >> 1] ?? 0) ^ 0x10, file.length >> 1, (file.length >> 1) + 1),
    ],
    ['has a wrong checksum', Buffer.from(file).fill((file.at(-6) ?? 0) ^ 1, file.length - 6, file.length - 5)],
    ['is not UTF-8', gzipSync(Buffer.from([0x61, 0x0a, 0xff, 0x0a]))],
    ['ends in the middle of a character', gzipSync(Buffer.from([0x61, 0x0a, 0xf0, 0x9f]))],
  ]
  for (const [title, bytes] of broken) {
    it(`rejects a file that ${title}`, async () => {
      await assert.rejects(linesOf(readBackup(inPieces(bytes, 1_000))), (error: unknown) => {
        assert.ok(error instanceof BadBackup, String(error))
        assert.match(error.message, /the file is truncated or damaged/)
        return true
      })
    })
  }

  it('rethrows errors of its source', async () => {
    const source = new PassThrough()
    source.write(zipped.subarray(0, 100))
    source.destroy(new Error('the disk is gone'))
    await assert.rejects(linesOf(readBackup(source)), { message: 'the disk is gone' })
  })

  it('throws when the source closes early', async () => {
    const source = new PassThrough()
    const read = linesOf(readBackup(source))
    source.write(zipped.subarray(0, 100))
    source.destroy()
    await assert.rejects(read, { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  })
})

onOneEngine('writeBackup', (engine) => {
  it('writes a file that can be restored', async (context) => {
    const source = await migratedDatabase(context, engine)
    const world = await openWorld(engine, { database: source })
    await world.send({ message: 'a\u2028b' })
    await world.close()

    const stream = new PassThrough()
    const [rows, bytes] = await Promise.all([writeBackup(source.db, stream), buffer(stream)])
    assert.equal(rows.sms_messages, 1)
    const plain = await linesOf(dump(source.db))
    // The header has a different time, so the checksum differs too.
    const written = gunzipSync(bytes).toString().split('\n')
    assert.deepEqual(written.slice(1, -2), plain.slice(1, -1))
    assert.equal(written.at(-1), '')

    const target = await migratedDatabase(context, engine)
    assert.deepEqual(
      (await restore(target.db, readBackup(Readable.from([bytes])), { migrationsDirectory, seeded: seededTables }))
        .rows,
      rows,
    )
    assert.deepEqual(await contentsOf(target.db), await contentsOf(source.db))
  })

  it('leaves out rows of the given tables', async (context) => {
    const source = await migratedDatabase(context, engine)
    await sql`
      insert into sms_optouts values (1, '255712345678', now(), 'stop');
      insert into accounts (name, created_at) values ('one', now())
    `.execute(source.db)
    const target = await migratedDatabase(context, engine)
    const { rows } = await restore(target.db, dump(source.db, { withoutRows: ['sms_optouts'] }), {
      migrationsDirectory,
      seeded: seededTables,
    })
    assert.deepEqual({ accounts: rows.accounts, optOuts: rows.sms_optouts }, { accounts: 1, optOuts: 0 })
    await sql`delete from sms_optouts`.execute(source.db)
    assert.deepEqual(await contentsOf(target.db), await contentsOf(source.db))
    await assert.rejects(linesOf(dump(source.db, { withoutRows: ['sms_opouts'] })), /unknown table sms_opouts/)
  })

  it('releases the database when the output stream is destroyed', async (context) => {
    const { db } = await migratedDatabase(context, engine)
    await sql`insert into sms_optouts select 1, n::text || md5(n::text), now(), 'stop' from generate_series(1, 10000) n`.execute(
      db,
    )
    let written = 0
    const full = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.length
        done(written > 100_000 ? new Error('the disk is full') : null)
      },
    })
    await assert.rejects(writeBackup(db, full), { message: 'the disk is full' })
    assert.deepEqual((await sql`select count(*) as n from sms_optouts`.execute(db)).rows, [{ n: 10_000 }])
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
        db,
      )
    assert.equal(rows.length, 0)
  })

  it('writes a file that is rejected when truncated, without affecting the database', async (context) => {
    const source = await migratedDatabase(context, engine)
    await sql`insert into sms_optouts select 1, n::text || md5(n::text), now(), 'stop' from generate_series(1, 1000) n`.execute(
      source.db,
    )
    const stream = new PassThrough()
    const [, bytes] = await Promise.all([writeBackup(source.db, stream), buffer(stream)])
    const target = await migratedDatabase(context, engine)
    await assert.rejects(
      restore(target.db, readBackup(Readable.from([bytes.subarray(0, -bytes.length >> 1)])), {
        migrationsDirectory,
        seeded: seededTables,
      }),
      BadBackup,
    )
    await restore(target.db, asLines(await linesOf(dump(source.db))), { migrationsDirectory, seeded: seededTables })
    assert.deepEqual(await contentsOf(target.db), await contentsOf(source.db))
  })
})
