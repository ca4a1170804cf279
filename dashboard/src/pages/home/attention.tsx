import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Attention as Entry } from '../../../../src/contract/console/overview.ts'
import { Icon } from '../../parts/icon.tsx'
import { Section } from '../../parts/section.tsx'
import type { Account } from '../../session.tsx'

/** Pages of the operator; all others are of the account. */
const ofOperator: readonly Entry['page'][] = ['carriers', 'approvals']

const titles: Readonly<Record<Entry['page'], string>> = {
  senders: 'Sender names',
  webhooks: 'Webhooks',
  credit: 'Credit',
  'api/refused': 'Refused requests',
  carriers: 'Carriers',
  approvals: 'Approvals',
}

/** What somebody should do, each with the way to where it is done. */
export function Attention({ account, entries }: { readonly account: Account; readonly entries: readonly Entry[] }) {
  return (
    <Section title="Needs attention">
      {entries.length === 0 ? (
        <Group gap="xs" wrap="nowrap" c="dimmed">
          <Icon name="check" />
          <Text>Nothing, all is well.</Text>
        </Group>
      ) : (
        <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {entries.map(({ kind, text, page }) => (
            <Group key={`${kind} ${text}`} component="li" gap="xs" wrap="nowrap" align="flex-start">
              <Text component="span" c="var(--mantine-color-yellow-light-color)" lh={1} mt={3}>
                <Icon name="warning" />
              </Text>
              <div>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {text}
                </Text>
                <Anchor
                  size="sm"
                  component={Link}
                  to={ofOperator.includes(page) ? `/operator/${page}` : `${account.path}/${page}`}
                >
                  {titles[page] ?? 'Take a look'}
                </Anchor>
              </div>
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  )
}
