import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import type { Role } from '../../../src/values/scopes.ts'
import { ask } from '../api.ts'
import { accountPages } from '../pages.ts'
import { sayFailed } from '../parts/done.tsx'
import type { IconName } from '../parts/icon.tsx'
import { languageChoices } from '../parts/language-names.ts'
import { showOverlay } from '../parts/shortcuts.ts'
import { type Account, mayAs, useAccount, useMe } from '../session.tsx'
import { chooseLanguage, fill, language, t } from '../text.ts'
import { goKeysOf } from './go-keys.ts'
import { useSignOut } from './user-menu.tsx'
import { useVisiblePages } from './visible-pages.ts'

/** A line of the palette: a page to open, or something to do. */
export interface Entry {
  readonly key: string
  readonly label: string
  readonly detail?: string
  readonly icon: IconName
  /** Keys that do the same, shown beside it. */
  readonly keys?: readonly string[]
  readonly to?: string
  readonly search?: Readonly<Record<string, string>>
  readonly run?: () => void
}

export interface Section {
  readonly title: string
  readonly entries: readonly Entry[]
}

const normalized = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** With one word for all that mean the same, such as new and create. */
function plain(text: string): string {
  const [first = '', ...others] = normalized(text).split(/\s+/)
  const [shared = '', ...same] = normalized(t.palette.makeWords).split(' ')
  return [same.includes(first) ? shared : first, ...others].join(' ')
}

/** The entries whose label has all words, those that begin with the text first. */
export function matching(entries: readonly Entry[], text: string): readonly Entry[] {
  const texts = [normalized(text), plain(text)]
  const isFound = ({ label }: Entry) =>
    [normalized(label), plain(label)].some((own, place) =>
      texts[place]?.split(/\s+/).every((word) => own.includes(word)),
    )
  const isFirst = ({ label }: Entry) =>
    [normalized(label), plain(label)].some((own, place) => own.startsWith(texts[place] ?? ''))
  const found = entries.filter(isFound)
  return [...found.filter(isFirst), ...found.filter((entry) => !isFirst(entry))]
}

export function usePageEntries(): readonly Entry[] {
  return useVisiblePages().map((page) => ({
    key: `page ${page.to}`,
    label: page.title,
    detail: t.pages.groups[page.group],
    icon: page.icon,
    keys: goKeysOf(page),
    to: page.to,
  }))
}

/** The other accounts of the user. */
export function useAccountEntries(): readonly Entry[] {
  const { accounts } = useMe()
  const account = useAccount()
  return accounts
    .filter(({ accountId }) => accountId !== account?.id)
    .map(({ accountId, accountName }) => ({
      key: `account ${accountId}`,
      label: accountName,
      icon: 'building',
      to: `/accounts/${accountId}/home`,
    }))
}

/** The commands that the role of the user allows. */
export function useCommands(): readonly Entry[] {
  const { operator } = useMe()
  const account = useAccount()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const signOut = useSignOut()
  const other = scheme === 'dark' ? 'light' : 'dark'
  return [
    ...(account === null ? [] : accountCommands(account)),
    ...(operator ? operatorCommands : []),
    {
      key: 'theme',
      label: other === 'dark' ? t.shell.useDark : t.shell.useLight,
      icon: other === 'dark' ? 'moon' : 'sun',
      run: () => setColorScheme(other),
    },
    ...languageChoices
      .filter(({ value }) => value !== language)
      .map(
        ({ value, label }): Entry => ({
          key: `language ${value}`,
          label: fill(t.palette.commands.language, { language: label }),
          icon: 'chat',
          run: () =>
            void ask('PUT /me/language', { body: { language: value } }).then(
              (saved) => chooseLanguage(saved.language),
              (error: Error) => sayFailed(t.palette.languageFailed, error),
            ),
        }),
      ),
    { key: 'shortcuts', label: t.shortcuts.title, icon: 'question', keys: ['?'], run: () => showOverlay('shortcuts') },
    { key: 'profile', label: t.shell.profile, icon: 'user', to: '/profile' },
    {
      key: 'reference',
      label: t.shell.apiReference,
      icon: 'book',
      run: () => window.open('/docs', '_blank', 'noreferrer'),
    },
    { key: 'sign-out', label: t.shell.signOut, icon: 'lock', run: signOut },
  ]
}

function accountCommands(account: Account): Entry[] {
  const { path } = account
  // Opens the form of the page.
  const search = { dialog: 'add' }
  const all: readonly (readonly [role: Role, page: string, entry: Omit<Entry, 'to'>])[] = [
    ['member', 'send', { key: 'send', label: t.palette.commands.send, icon: 'send' }],
    ['member', 'campaigns/new', { key: 'campaign', label: t.palette.commands.campaign, icon: 'send' }],
    ['member', 'inbox', { key: 'conversation', label: t.inbox.start, icon: 'chat', search }],
    ['member', 'contacts', { key: 'contact', label: t.contacts.addContact, icon: 'plus', search }],
    ['member', 'imports/new', { key: 'import', label: t.contacts.importContacts, icon: 'upload' }],
    ['member', 'segments/new', { key: 'segment', label: t.segments.create, icon: 'plus' }],
    ['member', 'templates', { key: 'template', label: t.templates.create, icon: 'plus', search }],
    ['member', 'airtime', { key: 'airtime', label: t.airtime.send, icon: 'bolt', search }],
    ['owner', 'api', { key: 'key', label: t.palette.commands.key, icon: 'key', search }],
    ['owner', 'webhooks', { key: 'webhook', label: t.palette.commands.webhook, icon: 'hook', search }],
    ['owner', 'team', { key: 'invite', label: t.team.inviteMember, icon: 'people', search }],
  ]
  const isOffered = (role: Role, page: string) => mayAs(account, role) && accountPages.some((one) => one.path === page)
  return all.flatMap(([role, page, entry]) => (isOffered(role, page) ? [{ ...entry, to: `${path}/${page}` }] : []))
}

const operatorCommands: readonly Entry[] = [
  {
    key: 'carrier',
    label: t.palette.commands.carrier,
    icon: 'tower',
    to: '/operator/providers',
    search: { dialog: 'add.sms' },
  },
  {
    key: 'create-account',
    label: t.palette.commands.account,
    icon: 'building',
    to: '/operator/accounts',
    search: { dialog: 'add' },
  },
]
