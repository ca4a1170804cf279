import { Group, Stack, Text } from '@mantine/core'
import type { Attention as Entry } from '../../../../src/contract/account/overview.ts'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/section.tsx'
import { PageLink } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { t } from '../../text.ts'
import { alertText } from './alert-text.ts'

/** The other pages belong to the account. */
const operatorPages: readonly Entry['page'][] = ['providers', 'approvals']

const titles: Readonly<Record<Entry['page'], string>> = {
  senders: t.pages.senders,
  webhooks: t.pages.webhooks,
  credit: t.pages.credit,
  'api/requests': t.home.refusedRequests,
  providers: t.pages.providers,
  approvals: t.pages.approvals,
}

/** Problems of the account, each with a link to the page that shows it. */
export function Attention({ account, entries }: { readonly account: Account; readonly entries: readonly Entry[] }) {
  return (
    <Section title={t.home.attention}>
      {entries.length === 0 ? (
        <Group gap="xs" wrap="nowrap" c="dimmed">
          <Icon name="check" />
          <Text>{t.home.noAttention}</Text>
        </Group>
      ) : (
        <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {entries.map((entry) => (
            <Group key={`${entry.kind} ${entry.text}`} component="li" gap="xs" wrap="nowrap" align="flex-start">
              <Text component="span" c="var(--mantine-color-yellow-light-color)" lh={1} mt={3}>
                <Icon name="warning" />
              </Text>
              <div>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {alertText(entry)}
                </Text>
                <PageLink
                  search={entry.page === 'api/requests' ? { grouped: 'true' } : {}}
                  to={operatorPages.includes(entry.page) ? `/operator/${entry.page}` : `${account.path}/${entry.page}`}
                >
                  {titles[entry.page]}
                </PageLink>
              </div>
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  )
}
