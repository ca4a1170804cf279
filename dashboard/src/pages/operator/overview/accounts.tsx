import type { OverviewAccount } from '../../../../../src/contract/console/overview.ts'
import { t } from '../../../operator-text.ts'
import { showAmount, showCount, showPercent } from '../../../parts/formats.ts'
import { Rows } from '../../../parts/listing.tsx'
import { Section } from '../../../parts/section.tsx'
import { Status } from '../../../parts/text.tsx'

const colours = { active: 'green', credit_low: 'yellow', credit_used_up: 'red', suspended: 'yellow' } as const

/** Accounts that need attention, and the busiest of the last 24 hours. */
export function Accounts({ accounts }: { readonly accounts: readonly OverviewAccount[] }) {
  return (
    <Section title={t.accounts.title} about={t.overview.accountsAbout} isBare>
      <Rows<OverviewAccount>
        label={t.accounts.title}
        rows={accounts}
        keyOf={({ id }) => id}
        empty={t.overview.noAccounts}
        opens={({ id }) => `/operator/accounts/${id}`}
        columns={[
          { label: t.accounts.name, show: ({ name }) => name },
          {
            label: t.accounts.state,
            show: ({ state }) => (
              <Status value={state} text={t.overview.accountStates[state]} colour={colours[state]} />
            ),
            width: 170,
          },
          {
            label: t.accounts.smsCredit,
            show: ({ available, currency }) => (available === null ? '–' : showAmount(available, currency)),
            right: true,
            width: 180,
          },
          { label: t.accounts.messagesInDay, show: ({ messages }) => showCount(messages), right: true, width: 150 },
          { label: t.accounts.failedInDay, show: ({ failed }) => showCount(failed), right: true, width: 130 },
          {
            label: t.overview.rate,
            show: ({ deliveryRate }) => (deliveryRate === null ? '–' : showPercent(deliveryRate / 100)),
            right: true,
            width: 130,
          },
        ]}
      />
    </Section>
  )
}
