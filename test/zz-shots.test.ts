import { describe, it } from 'node:test'
import { addPerson, command, ask } from './console/people.ts'
import { openDashboard, phoneScreen, deskScreen } from './dashboard.ts'

describe('shots', () => {
  it('takes pictures', { timeout: 280_000 }, async () => {
    const d = await openDashboard()
    const w = d.world
    try {
      await command(w, 'PUT', '/inbound/numbers/15001', { accountId: 1 })
      const people = [
        ['255712000101', 'Amina', 'Juma', ['Habari, mpo wazi Jumapili?', 'Na bei ya kitenge cha bluu?']],
        ['255712000102', 'Baraka', 'Mushi', ['Oda yangu itafika lini?']],
        ['255712000103', '', '', ['Do you deliver to Arusha? I would like to order twenty kangas and three bags of rice for Saturday.']],
        ['255712000104', 'Neema', 'Mollel', ['Asante sana, nimepokea mzigo', 'STOP']],
        ['255712000105', 'Hassan', 'Omari', ['Nataka kubadilisha saizi ya viatu']],
        ['254712000106', 'Wanjiru', 'Kamau', ['How much is the blue kanga?']],
      ] as const
      for (const [phone, firstName, lastName, texts] of people) {
        if (firstName) await command(w, 'POST', '/accounts/1/contacts', { phone, firstName, lastName, city: 'Arusha' })
        for (const text of texts) await command(w, 'POST', '/inbound/simulate', { from: phone, to: '15001', text })
      }
      await command(w, 'POST', '/accounts/1/templates', { title: 'Mzigo uko njiani', text: 'Habari {first_name}, mzigo wako {order} uko njiani.' })
      const list = await command(w, 'GET', '/accounts/1/conversations')
      console.log(list.status, JSON.stringify(list.body).slice(0, 600))
      const viewer = await addPerson(w, 1, 'viewer')
      const { page, complaints } = await d.visit('/accounts/1/inbox')
      const shot = (name: string) => page.screenshot({ path: `/tmp/shots/${name}.png` })
      await page.getByRole('link', { name: /Amina/ }).waitFor()
      await shot('1-list')
      await page.getByRole('link', { name: /Amina/ }).click()
      await page.getByRole('log').getByText('kitenge').waitFor()
      await page.getByRole('textbox', { name: 'Your reply' }).fill('Ndiyo, tupo wazi hadi saa kumi jioni.')
      await page.getByRole('button', { name: 'Send reply' }).click()
      await page.getByRole('log').getByText('tupo wazi').waitFor()
      await page.getByRole('button', { name: 'Assign to me' }).click()
      await page.getByText('Note', { exact: true }).click()
      await page.getByRole('textbox', { name: /Internal note/ }).fill('Mteja wa jumla, mpe punguzo la 5%.')
      await page.getByRole('button', { name: 'Add note' }).click()
      await page.getByRole('log').getByText('punguzo').waitFor()
      await page.getByText('Reply', { exact: true }).click()
      await page.getByRole('combobox', { name: 'Insert template' }).click()
      await page.getByRole('option', { name: 'Mzigo uko njiani' }).click()
      await page.getByText(/No value for/).waitFor()
      await page.getByText('Delivered').waitFor()
      await shot('2-thread')
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await shot('3-keys')
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: /Neema/ }).click()
      await page.getByText('has opted out').waitFor()
      await shot('4-stop')
      await page.getByRole('button', { name: 'New conversation' }).click()
      await page.getByRole('dialog').waitFor()
      await shot('5-start')
      console.log(complaints)
      for (const scheme of ['dark', 'light'] as const) {
        const v = await d.visit('/accounts/1/inbox', { viewport: phoneScreen, colorScheme: scheme })
        await v.page.getByRole('link', { name: /Amina/ }).waitFor()
        await v.page.screenshot({ path: `/tmp/shots/6-phone-list-${scheme}.png` })
        await v.page.getByRole('link', { name: /Amina/ }).click()
        await v.page.getByRole('log').getByText('punguzo').waitFor()
        await v.page.screenshot({ path: `/tmp/shots/7-phone-thread-${scheme}.png` })
        console.log(await v.page.evaluate('document.documentElement.scrollWidth'))
        await v.leave()
      }
      const v = await d.visit('/accounts/1/inbox', { viewport: deskScreen, colorScheme: 'dark', as: viewer })
      await v.page.getByRole('link', { name: /Amina/ }).click()
      await v.page.getByRole('log').getByText('punguzo').waitFor()
      await v.page.screenshot({ path: `/tmp/shots/8-dark-viewer.png` })
      await v.leave()
    } finally {
      await d.close()
    }
  })
})
