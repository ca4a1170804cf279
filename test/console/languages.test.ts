import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { getPage, openCheckout } from '../checkout.ts'
import { openSmtp, type SmtpServer } from '../smtp.ts'
import { onOneEngine, openWorld, until, type World } from '../world.ts'
import { addAccount, addPerson, ask, command, freshAddress, freshEmail } from './people.ts'

onOneEngine('languages', (engine) => {
  let smtp: SmtpServer
  let world: World
  before(async () => {
    smtp = await openSmtp()
    world = await openWorld(engine, { config: { smtpUrl: smtp.url } })
  })
  after(async () => {
    await smtp.close()
    await world.close()
  })

  const setLanguage = (accountId: number, language: string | null) =>
    command(world, 'PATCH', `/accounts/${accountId}`, { language })

  const subjectTo = async (email: string, index: number): Promise<string> => {
    const mails = () => smtp.mails.filter(({ to }) => to.includes(email))
    await until(`email ${index} to ${email}`, () => mails().length > index)
    const encoded = /^Subject: (.*(?:\n .*)*)$/m.exec(mails()[index]?.source ?? '')?.[1] ?? ''
    return encoded.replace(/\n /g, ' ')
  }

  it('uses the default language for an account until one is set, and after it is removed', async () => {
    const id = await addAccount(world)
    assert.equal((await command(world, 'GET', `/accounts/${id}`)).body.language, 'en')
    assert.deepEqual((await setLanguage(id, 'sw')).body.language, 'sw')
    assert.equal((await command(world, 'GET', `/accounts/${id}`)).body.language, 'sw')
    assert.deepEqual((await setLanguage(id, null)).body.language, 'en')
    assert.equal((await setLanguage(id, 'xx')).status, 400)
  })

  it('translates the default PIN text to the language of the account, and keeps custom texts', async () => {
    const id = await addAccount(world)
    const apps = `/accounts/${id}/otp/apps`
    await command(world, 'POST', apps, { name: 'Own', text: 'Code: {pin}' })
    await setLanguage(id, 'fr')
    await command(world, 'POST', apps, { name: 'New' })
    const { body } = await command(world, 'GET', apps)
    assert.deepEqual(body.data.map(({ name, text }: { name: string; text: string }) => `${name}: ${text}`).toSorted(), [
      'Default: Votre code PIN est {pin}',
      'New: Votre code PIN est {pin}',
      'Own: Code: {pin}',
    ])
  })

  it('translates the default reply to HELP to the language of the account', async () => {
    const id = await addAccount(world)
    await setLanguage(id, 'sw')
    const { body } = await command(world, 'GET', `/accounts/${id}/inbound/words`)
    assert.equal(body.helpReply, 'Jibu STOP ili kuacha kupokea ujumbe, au START ili kuendelea kupokea.')
  })

  it('writes invitations in the language of the account', async () => {
    const id = await addAccount(world, 'Duka')
    await setLanguage(id, 'sw')
    const email = freshEmail()
    await command(world, 'POST', `/accounts/${id}/members`, { email, role: 'viewer' })
    assert.equal(await subjectTo(email, 0), 'Mwaliko wa kujiunga na Duka')
  })

  it('writes emails in the language of the user', async () => {
    const person = await addPerson(world, 1, 'viewer')
    assert.equal((await person.ask('GET', '/me')).body.user.language, null)
    assert.deepEqual((await person.ask('PUT', '/me/language', { language: 'fr' })).body, { language: 'fr' })
    assert.equal((await person.ask('GET', '/me')).body.user.language, 'fr')
    await ask(world, 'POST', '/auth/request-password-reset', {
      body: { email: person.email },
      address: freshAddress(),
      headers: { host: 'localhost:8080' },
    })
    assert.equal(await subjectTo(person.email, 1), '=?UTF-8?Q?R=C3=A9initialisez_votre_mot_de_passe?=')
  })

  it('shows a checkout page in the language of the browser, then of the account', async () => {
    const path = await openCheckout(world)
    const headingFor = async (accepted: string) => (await getPage(world, path, { 'accept-language': accepted })).heading
    assert.equal(await headingFor('fr-CD,en;q=0.5'), 'Vous payez First account')
    assert.equal(await headingFor('de'), 'You are paying First account')
    await setLanguage(1, 'sw')
    assert.equal(await headingFor('de'), 'Unamlipa First account')
    assert.equal(await headingFor('en'), 'You are paying First account')
    await setLanguage(1, null)
  })
})
