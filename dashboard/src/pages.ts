import { lazyRouteComponent } from '@tanstack/react-router'
import type { Role } from '../../src/contract/console/users.ts'
import type { IconName } from './parts/icon.tsx'
import { t } from './text.ts'

/** Every page, with its address and menu entry. Each is loaded when it is first opened. */

export interface Page {
  /** Under `/accounts/:account/`, or `/operator/`. */
  readonly path: string
  readonly component: ReturnType<typeof lazyRouteComponent>
  /** The menu entry. Pages that are opened from other pages have none. */
  readonly menu?: readonly [group: keyof typeof t.pages.groups, title: string, icon: IconName]
  /** Only shown on staging. */
  readonly staging?: true
  readonly role?: Role
  /** The path of the page that shows it, and stays while the two alternate. */
  readonly within?: string
}

const lazy = lazyRouteComponent

export const accountPages: readonly Page[] = [
  {
    path: 'home',
    component: lazy(() => import('./pages/home/home.tsx'), 'HomePage'),
    menu: ['messaging', t.pages.home, 'home'],
  },
  {
    path: 'send',
    component: lazy(() => import('./pages/send/send.tsx'), 'SendPage'),
    menu: ['messaging', t.pages.send, 'send'],
    role: 'member',
  },
  {
    path: 'campaigns',
    component: lazy(() => import('./pages/campaigns/campaigns.tsx'), 'CampaignsPage'),
    menu: ['messaging', t.pages.campaigns, 'megaphone'],
  },
  {
    path: 'campaigns/new',
    component: lazy(() => import('./pages/campaigns/composer.tsx'), 'ComposerPage'),
    role: 'member',
  },
  {
    path: 'campaigns/$campaign',
    component: lazy(() => import('./pages/campaigns/campaign.tsx'), 'CampaignPage'),
  },
  {
    path: 'messages',
    component: lazy(() => import('./pages/messages/messages.tsx'), 'MessagesPage'),
    menu: ['messaging', t.pages.messages, 'mail'],
  },
  { path: 'messages/$message', component: lazy(() => import('./pages/messages/message.tsx'), 'MessagePage') },
  {
    path: 'scheduled',
    component: lazy(() => import('./pages/scheduled/scheduled.tsx'), 'ScheduledPage'),
    menu: ['messaging', t.pages.scheduled, 'clock'],
  },
  {
    path: 'inbox',
    component: lazy(() => import('./pages/inbox/inbox.tsx'), 'InboxPage'),
    menu: ['messaging', t.pages.inbox, 'inbox'],
  },
  {
    path: 'reports',
    component: lazy(() => import('./pages/reports/reports.tsx'), 'ReportsPage'),
    menu: ['messaging', t.pages.reports, 'chart'],
  },
  {
    path: 'inbox/$conversation',
    component: lazy(() => import('./pages/inbox/inbox.tsx'), 'InboxPage'),
    within: 'inbox',
  },
  {
    path: 'phones',
    component: lazy(() => import('./pages/phones/phones.tsx'), 'PhonesPage'),
    menu: ['messaging', t.pages.phones, 'phone'],
    staging: true,
  },

  {
    path: 'numbers',
    component: lazy(() => import('./pages/numbers/find.tsx'), 'FindNumberPage'),
    menu: ['people', t.pages.findNumber, 'search'],
  },
  { path: 'numbers/$phone', component: lazy(() => import('./pages/numbers/number.tsx'), 'NumberPage') },
  {
    path: 'contacts',
    component: lazy(() => import('./pages/contacts/contacts.tsx'), 'ContactsPage'),
    menu: ['people', t.pages.contacts, 'people'],
  },
  {
    path: 'books',
    component: lazy(() => import('./pages/contacts/books.tsx'), 'BooksPage'),
    menu: ['people', t.pages.books, 'book'],
  },
  {
    path: 'segments',
    component: lazy(() => import('./pages/contacts/segments.tsx'), 'SegmentsPage'),
    menu: ['people', t.pages.segments, 'list'],
  },
  {
    path: 'segments/new',
    component: lazy(() => import('./pages/contacts/segment.tsx'), 'NewSegmentPage'),
    role: 'member',
  },
  {
    path: 'segments/$segment',
    component: lazy(() => import('./pages/contacts/segment.tsx'), 'SegmentPage'),
    role: 'member',
  },
  { path: 'contact-fields', component: lazy(() => import('./pages/contacts/contact-fields.tsx'), 'ContactFieldsPage') },
  { path: 'imports', component: lazy(() => import('./pages/contacts/imports.tsx'), 'ImportsPage') },
  {
    path: 'imports/new',
    component: lazy(() => import('./pages/contacts/new-import.tsx'), 'NewImportPage'),
    role: 'member',
  },
  { path: 'imports/$import', component: lazy(() => import('./pages/contacts/import.tsx'), 'ImportPage') },
  {
    path: 'templates',
    component: lazy(() => import('./pages/templates/templates.tsx'), 'TemplatesPage'),
    menu: ['people', t.pages.templates, 'page'],
  },
  {
    path: 'senders',
    component: lazy(() => import('./pages/senders/senders.tsx'), 'SendersPage'),
    menu: ['people', t.pages.senders, 'tag'],
  },
  {
    path: 'opt-outs',
    component: lazy(() => import('./pages/opt-outs/opt-outs.tsx'), 'OptOutsPage'),
    menu: ['people', t.pages.optOuts, 'stop'],
  },
  {
    path: 'consents',
    component: lazy(() => import('./pages/consents/consents.tsx'), 'ConsentsPage'),
    menu: ['people', t.pages.consents, 'check'],
  },
  {
    path: 'person',
    component: lazy(() => import('./pages/person/person.tsx'), 'PersonPage'),
    menu: ['people', t.pages.person, 'user'],
    role: 'owner',
  },

  {
    path: 'airtime',
    component: lazy(() => import('./pages/airtime/airtime.tsx'), 'AirtimePage'),
    menu: ['products', t.pages.airtime, 'bolt'],
  },
  {
    path: 'pins',
    component: lazy(() => import('./pages/pins/pins.tsx'), 'PinsPage'),
    menu: ['products', t.pages.pins, 'lock'],
  },
  {
    path: 'checkout',
    component: lazy(() => import('./pages/checkout/checkout.tsx'), 'CheckoutPage'),
    menu: ['products', t.pages.checkout, 'cart'],
  },
  {
    path: 'chat',
    component: lazy(() => import('./pages/chat/chat.tsx'), 'ChatPage'),
    menu: ['products', t.pages.chat, 'chat'],
  },

  {
    path: 'credit',
    component: lazy(() => import('./pages/credit/credit.tsx'), 'CreditPage'),
    menu: ['account', t.pages.credit, 'coins'],
  },
  {
    path: 'webhooks',
    component: lazy(() => import('./pages/webhooks/webhooks.tsx'), 'WebhooksPage'),
    menu: ['account', t.pages.webhooks, 'hook'],
  },
  { path: 'webhooks/$webhook', component: lazy(() => import('./pages/webhooks/webhook.tsx'), 'WebhookPage') },
  {
    path: 'api',
    component: lazy(() => import('./pages/api-setup/api-setup.tsx'), 'ApiSetupPage'),
    menu: ['account', t.pages.apiSetup, 'key'],
  },
  {
    path: 'smpp',
    component: lazy(() => import('./pages/smpp/smpp.tsx'), 'SmppPage'),
    menu: ['account', t.pages.smpp, 'tower'],
  },
  { path: 'api/requests', component: lazy(() => import('./pages/api-setup/requests.tsx'), 'RequestsPage') },
  { path: 'api/requests/$request', component: lazy(() => import('./pages/api-setup/request.tsx'), 'RequestPage') },
  { path: 'api/refused', component: lazy(() => import('./pages/api-setup/refused.tsx'), 'RefusedPage') },
  {
    path: 'team',
    component: lazy(() => import('./pages/team/team.tsx'), 'TeamPage'),
    menu: ['account', t.pages.team, 'people'],
  },
  {
    path: 'audit',
    component: lazy(() => import('./pages/audit/audit.tsx'), 'AuditPage'),
    menu: ['account', t.pages.audit, 'list'],
    role: 'owner',
  },
  {
    path: 'retention',
    component: lazy(() => import('./pages/retention/retention.tsx'), 'RetentionPage'),
    menu: ['account', t.pages.retention, 'clock'],
  },
  {
    path: 'settings',
    component: lazy(() => import('./pages/settings/settings.tsx'), 'SettingsPage'),
    menu: ['account', t.pages.settings, 'gear'],
  },
]
