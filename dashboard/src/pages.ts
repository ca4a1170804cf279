import { lazyRouteComponent } from '@tanstack/react-router'
import type { Role } from '../../src/values/scopes.ts'
import type { IconName } from './parts/icon.tsx'
import { t } from './text.ts'

/** Every page, with its address and menu entry. Each is loaded when it is first opened. */

type Group = keyof typeof t.pages.groups
type Title = Exclude<keyof typeof t.pages, 'groups'>
type Component = ReturnType<typeof lazyRouteComponent>

interface PageOptions {
  /** Only shown on staging. */
  readonly staging?: true
  readonly role?: Role
  /** The path of the page that shows it, and stays while the two alternate. */
  readonly within?: string
}

export interface Page extends PageOptions {
  /** Under `/accounts/:account/`, or `/operator/`. */
  readonly path: string
  readonly component: Component
  /** The menu entry. Pages that are opened from other pages have none. */
  readonly menu: readonly [group: Group, title: string, icon: IconName] | null
}

/** The path, the module and its component; then the title and the icon in the menu. */
type Entry = readonly [
  path: string,
  load: Parameters<typeof lazyRouteComponent>[0],
  component: string,
  title?: Title | null,
  icon?: IconName | null,
  options?: PageOptions,
]

export const pagesOf = (groups: Readonly<Partial<Record<Group, readonly Entry[]>>>): readonly Page[] =>
  Object.entries(groups).flatMap(([group, entries]) =>
    entries.map(([path, load, component, title, icon, options]) => ({
      path,
      component: lazyRouteComponent(load, component),
      menu: title && icon ? [group as Group, t.pages[title], icon] : null,
      ...options,
    })),
  )

export const accountPages = pagesOf({
  messaging: [
    ['home', () => import('./pages/home/home.tsx'), 'HomePage', 'home', 'home'],
    ['send', () => import('./pages/send/send.tsx'), 'SendPage', 'send', 'send', { role: 'member' }],
    ['campaigns', () => import('./pages/campaigns/campaigns.tsx'), 'CampaignsPage', 'campaigns', 'megaphone'],
    ['campaigns/new', () => import('./pages/campaigns/composer.tsx'), 'ComposerPage', null, null, { role: 'member' }],
    ['campaigns/$campaign', () => import('./pages/campaigns/campaign.tsx'), 'CampaignPage'],
    ['messages', () => import('./pages/messages/messages.tsx'), 'MessagesPage', 'messages', 'mail'],
    ['messages/$message', () => import('./pages/messages/message.tsx'), 'MessagePage'],
    ['scheduled', () => import('./pages/scheduled/scheduled.tsx'), 'ScheduledPage', 'scheduled', 'clock'],
    ['inbox', () => import('./pages/inbox/inbox.tsx'), 'InboxPage', 'inbox', 'inbox'],
    ['reports', () => import('./pages/reports/reports.tsx'), 'ReportsPage', 'reports', 'chart'],
    ['inbox/$conversation', () => import('./pages/inbox/inbox.tsx'), 'InboxPage', null, null, { within: 'inbox' }],
    ['phones', () => import('./pages/phones/phones.tsx'), 'PhonesPage', 'phones', 'phone', { staging: true }],
  ],
  people: [
    ['numbers', () => import('./pages/numbers/find.tsx'), 'FindNumberPage', 'findNumber', 'search'],
    ['numbers/$phone', () => import('./pages/numbers/number.tsx'), 'NumberPage'],
    ['contacts', () => import('./pages/contacts/contacts.tsx'), 'ContactsPage', 'contacts', 'people'],
    ['books', () => import('./pages/contacts/books.tsx'), 'BooksPage', 'books', 'book'],
    ['segments', () => import('./pages/contacts/segments.tsx'), 'SegmentsPage', 'segments', 'list'],
    ['segments/new', () => import('./pages/contacts/segment.tsx'), 'NewSegmentPage', null, null, { role: 'member' }],
    ['segments/$segment', () => import('./pages/contacts/segment.tsx'), 'SegmentPage', null, null, { role: 'member' }],
    ['contact-fields', () => import('./pages/contacts/contact-fields.tsx'), 'ContactFieldsPage'],
    ['imports', () => import('./pages/contacts/imports.tsx'), 'ImportsPage'],
    ['imports/new', () => import('./pages/contacts/new-import.tsx'), 'NewImportPage', null, null, { role: 'member' }],
    ['imports/$import', () => import('./pages/contacts/import.tsx'), 'ImportPage'],
    ['templates', () => import('./pages/templates/templates.tsx'), 'TemplatesPage', 'templates', 'page'],
    ['senders', () => import('./pages/senders/senders.tsx'), 'SendersPage', 'senders', 'tag'],
    ['opt-outs', () => import('./pages/opt-outs/opt-outs.tsx'), 'OptOutsPage', 'optOuts', 'stop'],
    ['consents', () => import('./pages/consents/consents.tsx'), 'ConsentsPage', 'consents', 'check'],
    ['person', () => import('./pages/person/person.tsx'), 'PersonPage', 'person', 'user', { role: 'owner' }],
  ],
  products: [
    ['airtime', () => import('./pages/airtime/airtime.tsx'), 'AirtimePage', 'airtime', 'bolt'],
    ['pins', () => import('./pages/pins/pins.tsx'), 'PinsPage', 'pins', 'lock'],
    ['checkout', () => import('./pages/checkout/checkout.tsx'), 'CheckoutPage', 'checkout', 'cart'],
  ],
  account: [
    ['credit', () => import('./pages/credit/credit.tsx'), 'CreditPage', 'credit', 'coins'],
    ['webhooks', () => import('./pages/webhooks/webhooks.tsx'), 'WebhooksPage', 'webhooks', 'hook'],
    ['webhooks/$webhook', () => import('./pages/webhooks/webhook.tsx'), 'WebhookPage'],
    ['api', () => import('./pages/api-setup/api-setup.tsx'), 'ApiSetupPage', 'apiSetup', 'key'],
    ['smpp', () => import('./pages/smpp/smpp.tsx'), 'SmppPage', 'smpp', 'tower'],
    ['api/requests', () => import('./pages/api-setup/requests.tsx'), 'RequestsPage'],
    ['api/requests/$request', () => import('./pages/api-setup/request.tsx'), 'RequestPage'],
    ['team', () => import('./pages/team/team.tsx'), 'TeamPage', 'team', 'people'],
    ['audit', () => import('./pages/audit/audit.tsx'), 'AuditPage', 'audit', 'list', { role: 'owner' }],
    ['retention', () => import('./pages/retention/retention.tsx'), 'RetentionPage', 'retention', 'clock'],
    ['settings', () => import('./pages/settings/settings.tsx'), 'SettingsPage', 'settings', 'gear'],
  ],
})
