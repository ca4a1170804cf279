import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { command } from '../../../../test/console/people.ts'
import { assertCounted } from '../../../../test/contacts.ts'
import { openAppOn } from '../../../../test/e2e/apps.ts'
import { countLeft, reportOf, untilEnded, upload } from '../../../../test/imports.ts'
import { onOneEngine, openTestDatabase, type TestDatabase, until } from '../../../../test/world.ts'
import type { App } from '../../../app.ts'
import { forgetBrokenUploads } from '../module.ts'
import { deleteDeadUpload, deletePieces, deleteUpload } from './store-pieces.ts'

const nothing = { imports: 0, pieces: 0, rows: 0 }
const file = (rows: number) =>
  `phone,name\n${Array.from({ length: rows }, (_, i) => `${255_720_000_000 + i},name ${i}`).join('\n')}\n`

/** An app that accepts files but processes them only on request. */
onOneEngine('contact import', (engine) => {
  let database: TestDatabase
  let app: App
  let book: number
  before(async () => {
    database = await openTestDatabase(engine)
    app = await openAppOn(database, { role: 'api' })
    await app.http.listen({ host: '127.0.0.1', port: 0 })
  })
  after(async () => {
    await app.close()
    await database.drop()
  })

  async function newBook(name: string): Promise<number> {
    const { body, status } = await command({ app }, 'POST', '/accounts/1/books', { name })
    assert.equal(status, 201)
    return body.id
  }

  it('rejects an unusable file with a reason and leaves nothing behind', async () => {
    book = await newBook('Refused')
    const refused: readonly [
      content: string | Buffer,
      status: number,
      message: RegExp,
      headers?: Record<string, string>,
      query?: string,
    ][] = [
      ['', 400, /^The file is empty\.$/],
      ['\n\n,,\n', 400, /^The file is empty\.$/],
      ['phone,name\n', 400, /^The file has no rows\.$/],
      ['Name,Notes\nAsha,x\n', 400, /: "Name", "Notes"\.$/],
      [Buffer.from('\uFEFFphone\n', 'utf16le'), 400, /^The encoding of the file is not UTF-8\.$/],
      [Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 400, /^The file is a spreadsheet\.$/],
      [`phone\n255712000001\n"255712000002\n255712000003\n`, 400, /^A quote in row 2 is never closed\.$/],
      [`${file(2_500)}"${'x'.repeat(70_000)}`, 400, /^Row 2501 is longer than 65,536 characters\.$/],
      [`"${'x'.repeat(70_000)}`, 400, /^The header is longer than/],
      ['phone\n1\n', 415, /./, { 'content-type': 'application/xml' }],
      ['phone\n1\n', 415, /./, { 'content-type': 'text/plain' }],
      ['phone\n1\n', 415, /./, { 'content-type': 'text/csv; charset=iso-8859-1' }],
      ['phone\n1\n', 415, /./, { 'content-encoding': 'gzip' }],
      ['A,B\n1,2\n', 400, /^The parameter map is invalid\.$/, {}, '?map=A:mob_no&map=B:mob_no'],
      ['phone\n1\n', 400, /./, {}, `?name=${'x'.repeat(256)}`],
    ]
    for (const [content, status, message, headers = {}, query = ''] of refused) {
      const answer = await upload({ app }, 1, book, content, query, headers)
      assert.equal(answer.status, status, answer.text)
      assert.match(answer.body.detail, message)
    }
    for (const id of ['999999', 'x', '0']) {
      const { status, body } = await upload({ app }, 1, id, file(1))
      assert.deepEqual([status, body.code], [404, 'book_not_found'], id)
    }
    assert.equal((await upload({ app }, 1, book, '{}', '', { 'content-type': 'application/json' })).status, 400)
    assert.deepEqual(await countLeft(database.db), nothing)
  })

  /** Sends a request like a browser; the response may arrive at any time. */
  function post(
    send: (target: ReturnType<typeof request>) => void,
    accountId = 1,
    bookId = book,
  ): Promise<{ status: number; body: string }> {
    const { port } = app.http.server.address() as AddressInfo
    const headers = { 'content-type': 'text/csv', 'ngoma-account': String(accountId), ...app.controlHeaders }
    const path = `/v2/books/${bookId}/imports`
    return new Promise((resolve, reject) => {
      const target = request({ port, host: '127.0.0.1', method: 'POST', path, headers }, async (response) =>
        resolve({ status: response.statusCode ?? 0, body: await text(response) }),
      )
      target.on('error', reject)
      send(target)
    })
  }

  it('leaves nothing behind when the upload breaks off', async () => {
    const broken = post(async (target) => {
      target.write(file(3_000))
      await until('a piece is stored', async () => (await countLeft(database.db)).pieces > 0)
      target.destroy()
    })
    await assert.rejects(broken)
    await until('nothing is left', async () => JSON.stringify(await countLeft(database.db)) === JSON.stringify(nothing))
  })

  it('answers a client that is still sending when it rejects the file', async () => {
    const rest = Readable.from(Array.from({ length: 100 }, () => 'x'.repeat(65_536)))
    const { status, body } = await post((target) => {
      target.write(`${file(10)}"`)
      rest.pipe(target)
    })
    assert.equal(status, 400)
    assert.match(body, /Row 11 is longer/)
    assert.deepEqual(await countLeft(database.db), nothing)
  })

  it('allows two uploads of an account at a time', async () => {
    const other = (await command({ app }, 'POST', '/accounts', { name: 'Another' })).body.id
    const otherBook = (await command({ app }, 'GET', `/accounts/${other}/books`)).body.data[0].id
    const ends: (() => void)[] = []
    const hold = (target: ReturnType<typeof request>) => {
      target.write(file(3_000))
      ends.push(() => target.destroy())
    }
    const held = [post(hold), post(hold)].map((one) => one.catch(() => {}))
    await until('both uploads are running', async () => (await countLeft(database.db)).imports === 2)
    const third = await post((target) => void target.end(file(1)))
    assert.equal(third.status, 429)
    assert.match(third.body, /Too many uploads are running/)
    assert.equal((await post((target) => void target.end(file(1)), other, otherBook)).status, 202)
    for (const end of ends) end()
    await Promise.all(held)
    await until('the uploads of the account are gone', async () => (await countLeft(database.db)).imports === 1)
    // Capacity is free once the pieces are deleted too.
    await until(
      'another upload is accepted',
      async () => (await post((target) => void target.end(file(1)))).status === 202,
    )
    await sql`delete from contact_imports`.execute(database.db)
    await sql`delete from contact_import_pieces`.execute(database.db)
  })

  it('can be cancelled during the upload', async () => {
    const answer = await post(async (target) => {
      target.write(file(3_000))
      await until('a piece is stored', async () => (await countLeft(database.db)).pieces > 0)
      const { body } = await command({ app }, 'GET', '/accounts/1/imports')
      assert.equal(body.data[0].status, 'uploading')
      assert.equal((await command({ app }, 'DELETE', `/accounts/1/imports/${body.data[0].id}`)).status, 204)
      target.end()
    })
    assert.equal(answer.status, 409)
    await until('its pieces are gone', async () => (await countLeft(database.db)).pieces === 0)
    await sql`delete from contact_imports`.execute(database.db)
  })

  it('deletes an upload whose process died when its lease is over, and not before', async () => {
    const { body } = await upload({ app }, 1, book, file(600))
    await sql`update contact_imports set status = 'uploading', due_at = null, lease_until = clock_timestamp() + interval '1 minute'`.execute(
      database.db,
    )
    await forgetBrokenUploads(app.sms)
    assert.notEqual((await countLeft(database.db)).pieces, 0)
    await sql`update contact_imports set lease_until = clock_timestamp() - interval '1 second' where id = ${body.id}`.execute(
      database.db,
    )
    await forgetBrokenUploads(app.sms)
    assert.deepEqual(await countLeft(database.db), nothing)
  })

  it('keeps an upload that continues after it was considered dead', async () => {
    const { body } = await upload({ app }, 1, book, file(600))
    const whole = await countLeft(database.db)
    // The commit succeeded, only its response was lost.
    await deleteUpload(database.db, 1, body.id)
    assert.deepEqual(await countLeft(database.db), whole)
    // The next piece arrived after the upload was listed as dead.
    await sql`update contact_imports set status = 'uploading', due_at = null, lease_until = clock_timestamp() + interval '1 minute'`.execute(
      database.db,
    )
    await deleteDeadUpload(database.db, 1, body.id)
    assert.deepEqual(await countLeft(database.db), whole)
    // Another account cannot delete it.
    await deleteUpload(database.db, 2, body.id)
    await deletePieces(database.db, 2, body.id)
    assert.deepEqual(await countLeft(database.db), whole)
    await deleteUpload(database.db, 1, body.id)
    assert.deepEqual(await countLeft(database.db), nothing)
  })

  it('keeps imported contacts when it is cancelled, its book is deleted, or it fails', async () => {
    const [kept, deleted, failing, robbed] = [
      await newBook('Kept'),
      await newBook('Deleted'),
      await newBook('Failing'),
      await newBook('Robbed'),
    ]
    const begun = async (bookId: number) => (await upload({ app }, 1, bookId, file(300))).body.id as number
    const [cancelled, bookless, done] = [await begun(kept), await begun(deleted), await begun(kept)]
    const [incomplete, hopeless] = [await begun(robbed), await begun(failing)]
    await sql`delete from contact_import_pieces where import_id = ${incomplete}`.execute(database.db)
    assert.equal((await command({ app }, 'DELETE', `/accounts/1/imports/${cancelled}`)).status, 204)
    assert.equal((await command({ app }, 'DELETE', `/accounts/1/imports/${cancelled}`)).status, 409)
    assert.equal((await command({ app }, 'DELETE', '/accounts/1/imports/999999')).status, 404)
    assert.equal((await command({ app }, 'DELETE', `/accounts/1/books/${deleted}`)).status, 204)
    // The first piece is done, the others are not JSON, and the attempts are used up.
    await sql`insert into contact_import_pieces select import_id, account_id, place + 100, 301, 'x' from contact_import_pieces where import_id = ${hopeless} and place = 0`.execute(
      database.db,
    )
    await sql`update contact_imports set attempts = 6 where id = ${hopeless}`.execute(database.db)

    app.startImports()
    // A turn that ends after the first piece, as on a busy machine, counts attempts from zero.
    await until('the last import has failed', async () => {
      await sql`
        update contact_imports
           set attempts = 6, due_at = clock_timestamp()
         where id = ${hopeless}
           and status = 'waiting'
           and lease_until is null
      `.execute(database.db)
      return (await command({ app }, 'GET', `/accounts/1/imports/${hopeless}`)).body.status === 'failed'
    })
    const ends = await Promise.all(
      [cancelled, bookless, done, incomplete, hopeless].map((id) => untilEnded({ app }, 1, id)),
    )
    assert.deepEqual(
      ends.map(({ status, reason, rowsDone }) => [status, reason, rowsDone]),
      [
        ['cancelled', null, 0],
        ['failed', 'The address book was deleted', 0],
        ['done', null, 300],
        ['failed', 'Some rows of the file are missing. The imported contacts stay; upload the file again', 0],
        ['failed', 'The import failed repeatedly. The server log has the reason', 300],
      ],
    )
    for (const one of ends) assert.ok(one.finishedAt)
    assert.equal((await command({ app }, 'DELETE', `/accounts/1/imports/${done}`)).status, 409)
    assert.equal((await reportOf({ app }, 1, hopeless)).length, 300)
    await until('the pieces are gone', async () => (await countLeft(database.db)).pieces === 0)
    await assertCounted(database.db)

    const listed = await command({ app }, 'GET', '/accounts/1/imports?limit=2')
    assert.deepEqual(
      listed.body.data.map(({ id }: { id: number }) => id),
      [hopeless, incomplete],
    )
    assert.equal(listed.body.total, 5)
  })

  it('is hidden from other accounts', async () => {
    const other = await command({ app }, 'POST', '/accounts', { name: 'Other' })
    const { id } = (await command({ app }, 'GET', '/accounts/1/imports?limit=1')).body.data[0]
    const path = `/accounts/${other.body.id}/imports`
    for (const one of [`${path}/${id}`, `${path}/${id}/rows`, `${path}/${id}/report`])
      assert.equal((await command({ app }, 'GET', one)).status, 404, one)
    assert.equal((await command({ app }, 'DELETE', `${path}/${id}`)).status, 404)
    assert.equal((await upload({ app }, other.body.id, book, file(1))).status, 404)
    assert.deepEqual((await command({ app }, 'GET', path)).body.data, [])
    assert.equal((await command({ app }, 'GET', `/accounts/1/imports/${id}/rows?outcome=maybe`)).status, 400)
  })
})
