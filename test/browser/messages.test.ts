import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { browserMissing } from '../browser.ts'
import { command } from '../console/people.ts'
import { type Dashboard, deskScreen, shareDashboard, type Visit } from '../dashboard.ts'
import { startReceiver } from '../receiver.ts'
import { inTestLanguage } from '../translated.ts'
import { addEndpoint } from '../webhooks.ts'
import { until } from '../world.ts'

describe('messages pages', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let visit: Visit
  let requestId: string
  before(async () => {
    dashboard = await shareDashboard()
    const numbers = ['255712345678', '255712340003', '255712345678', 'nobody']
    const recipients = numbers.map((dest_addr, index) => ({ recipient_id: index + 1, dest_addr }))
    requestId = (await dashboard.world.send({ message: 'Karibu', campaign_title: 'Krismasi', recipients })).body
      .request_id
    visit = await dashboard.visit(`${dashboard.account}/messages`)
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
  })

  const go = (path: string) => visit.page.goto(`${dashboard.address}${dashboard.account}${path}`)
  const rowsOf = (name: string) => visit.page.getByRole('table', { name, exact: true }).getByRole('row')
  const rowOf = (text: string) => rowsOf('Messages').filter({ hasText: text })
  /** The header is a row too. */
  const untilRows = (count: number) =>
    until(`${count} rows are shown`, async () => (await rowsOf('Messages').count()) === count + 1)

  it('show new messages and status changes without a reload', async () => {
    const { page, complaints } = visit
    await rowOf('0712 340 003').getByText('Undelivered').waitFor()
    await rowOf('0712 345 678').getByText('Delivered', { exact: true }).waitFor()
    await page.evaluate('window.stayed = true')
    await dashboard.world.send({ message: 'Mpya', recipients: [{ recipient_id: 1, dest_addr: '255713000011' }] })
    await rowOf('0713 000 011').getByText('Delivered', { exact: true }).waitFor()
    assert.equal(await page.evaluate('window.stayed'), true)
    assert.deepEqual(complaints, [])
  })

  it('filter by number, status, campaign and time, and keep the filters in the address', async () => {
    const { page } = visit
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Undelivered' }).click()
    await untilRows(1)
    await rowOf('0712 340 003').waitFor()
    await page.reload()
    await untilRows(1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await untilRows(3)
    await page.getByLabel('Phone number', { exact: true }).fill('0713 000 011')
    await untilRows(1)
    await rowOf('Mpya').waitFor()
    await page.getByLabel('Campaign', { exact: true }).fill('Krismasi')
    await page.getByText('No matches.').waitFor()
    await page.getByRole('button', { name: 'Clear: Phone number' }).click()
    await untilRows(2)
    await page.getByLabel('Accepted from').fill('2090-01-01T10:00')
    await page.getByText('No matches.').waitFor()
    // The browser’s time zone is three hours ahead of GMT.
    assert.equal(new URL(page.url()).searchParams.get('from'), '2090-01-01T07:00:00.000Z')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await untilRows(3)
  })

  it('keep the page and its size in the address, so that Back returns to them', async () => {
    const { page } = visit
    const valid = Array.from({ length: 21 }, (_, index) => `2557130001${String(index).padStart(2, '0')}`)
    // The skipped recipients have 25 rows on their first page, and one on the second.
    const numbers = [...valid, ...Array.from({ length: 26 }, (_, index) => `bad ${index + 1}`)]
    const recipients = numbers.map((dest_addr, index) => ({ recipient_id: index, dest_addr }))
    const many = await dashboard.world.send({ message: 'Nyingi', recipients })
    await go(`/messages?request=${many.body.request_id}`)
    await untilRows(21)
    await page.getByRole('combobox', { name: 'Rows per page' }).click()
    await page.getByRole('option', { name: '10 rows' }).click()
    await untilRows(10)
    await page.setViewportSize({ ...deskScreen, height: 400 })
    await page.getByRole('button', { name: 'Next page' }).last().click()
    await rowOf('0713 000 110').waitFor()
    await until('the first row is in view', () =>
      page.evaluate<boolean>(`document.querySelector('tbody tr').getBoundingClientRect().top >= 0`),
    )
    await page.setViewportSize(deskScreen)
    await page.getByRole('button', { name: 'Next page' }).last().click()
    await untilRows(1)
    const request = page.getByRole('region', { name: `Request ${many.body.request_id}` })
    await request.getByRole('button', { name: 'Next page' }).click()
    await request.getByRole('row', { name: /^bad 26/ }).waitFor()
    await rowOf('0713 000 100').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    await page.goBack()
    await untilRows(1)
    await request.getByRole('row', { name: /^bad 26/ }).waitFor()
    await page.getByRole('button', { name: 'Previous page' }).last().click()
    await untilRows(10)
    await rowOf('0713 000 110').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.waitForURL((url) => !url.search.includes('messages.page'))
    await go('/messages')
  })

  it('show a request with its skipped recipients and the reasons', async () => {
    const { page } = visit
    await page.getByText('Requests', { exact: true }).click()
    await page.getByRole('link', { name: `Messages of request ${requestId}` }).waitFor()
    assert.equal(await page.getByLabel('Phone number', { exact: true }).count(), 0, 'requests have no filter by number')
    await page.getByRole('link', { name: `Messages of request ${requestId}` }).click()
    const request = page.getByRole('region', { name: `Request ${requestId}` })
    await request.getByRole('heading', { name: '2 recipients skipped' }).waitFor()
    const progress = request.getByRole('group', { name: 'Progress' })
    await progress.getByText('Delivered: 1 (50%)', { exact: true }).waitFor()
    await progress.getByText('Undelivered: 1 (50%)').waitFor()
    await progress.getByText('All messages are completed.').waitFor()
    await request.getByText('2 TZS').waitFor()
    await request
      .getByRole('row', { name: /nobody/ })
      .getByText('This is not a valid phone number.')
      .waitFor()
    await request
      .getByRole('row', { name: /0712 345 678/ })
      .getByText('Duplicate')
      .waitFor()
    await untilRows(2)
  })

  it('export the filtered messages as CSV', async () => {
    const { page } = visit
    await go('/messages?status=undelivered')
    await rowOf('0712 340 003').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
    assert.equal(lines.length, 2)
    assert.match(lines[0] ?? '', /^id,request,campaign,sender,number,text,/)
    assert.match(lines[1] ?? '', new RegExp(`^\\d+,${requestId},Krismasi,INFO,255712340003,Karibu,.*switched off`))
  })

  it('say that a search stopped early, and that its end has no more matches', async () => {
    const { page, complaints } = visit
    await page.route('**/v2/messages?*', (route) => {
      const isLast = new URL(route.request().url()).searchParams.has('cursor')
      const stopped = { next: '9-9', searched_to: '2030-01-31T08:00:00.000Z' }
      return route.fulfill({ json: { data: [], ...(isLast ? { next: null, searched_to: null } : stopped) } })
    })
    for (const path of ['/messages?status=cancelled', '/messages']) {
      await go(path)
      await page.getByText('No matches so far: the search stopped early.').waitFor()
      await page.getByText('Searched back to 31 Jan 2030').waitFor()
      await page.getByRole('button', { name: 'Search older' }).click()
      await page.getByText('No more matches.').waitFor()
    }
    await go(`/messages?request=${requestId}`)
    await page.getByRole('button', { name: 'Send undelivered messages again' }).waitFor()
    await page.unroute('**/v2/messages?*')
    await go('/messages')
    await rowOf('0712 340 003').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('show the timeline of a message and why it failed', async (context) => {
    const { page, complaints } = visit
    await rowOf('0712 340 003').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Message to 0712 340 003' }).waitFor()
    await page.getByRole('status').getByText('The phone is switched off or out of coverage.').waitFor()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    const text = (await timeline.textContent()) ?? ''
    assert.match(text, inTestLanguage(/Accepted.*Queued.*Submitted to the carrier.*Delivery receipt.*switched off/))

    const receiver = await startReceiver()
    context.after(() => receiver.close())
    await addEndpoint(dashboard.world, 'delivery-report', receiver.url)
    await dashboard.world.send({ recipients: [{ recipient_id: 1, dest_addr: '255713000012' }] })
    const { body } = await command(dashboard.world, 'GET', `${dashboard.account}/messages?number=255713000012`)
    const path = `/messages/${body.data[0].id}`
    const events = async () =>
      (await command(dashboard.world, 'GET', `${dashboard.account}${path}`)).body.timeline.map(
        ({ event }: { event: string }) => event,
      )
    await until('the webhook was called', async () => (await events()).includes('callback'))
    await go(path)
    await timeline.getByText(`${receiver.url} answered with status 200.`).waitFor()
    await timeline.getByText(/^It took [\d,]+ ms\.$/).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('report an unreachable server and load on the next attempt', async () => {
    const { page } = visit
    await page.route('**/messages?*limit=*', (route) => route.abort())
    await go('/messages')
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor()
    await page.unroute('**/messages?*limit=*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await rowOf('0713 000 120').waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
  })

  it('send undelivered messages again', async () => {
    const { page, complaints } = visit
    await go(`/messages?request=${requestId}`)
    await rowOf('0712 340 003')
      .getByText(/^\d+ TZS$/)
      .waitFor()
    await page.getByRole('button', { name: 'Send undelivered messages again' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send undelivered messages again' }).click()
    await page.getByText('1 message sent again.').waitFor()
    assert.notEqual(new URL(page.url()).searchParams.get('request'), requestId)
    await untilRows(1)
    await rowOf('0712 340 003').getByText('Undelivered').waitFor()
    await go(`/messages?request=${requestId}`)
    await rowOf('0712 340 003').getByRole('link').first().click()
    await page.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText('All undelivered messages were sent again.').waitFor()
    assert.deepEqual(complaints, [])
  })
})
