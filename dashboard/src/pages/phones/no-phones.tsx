import { Anchor, Button, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { curlLine, exampleNumber, firstMessage } from '../../parts/curl.ts'
import { Frame } from '../../parts/phone-frame.tsx'
import { CodeLine } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { Endings } from './endings.tsx'

const example = exampleNumber(true)

/** Shown before the first message: how to send one. */
export function NoPhones({ account }: { readonly account: Account }) {
  const curl = curlLine(location.origin, firstMessage('INFO', example), { apiKey: 'KEY', secret: 'SECRET' })
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 4, lg: 3 }} visibleFrom="md">
        {/* Decorative: the text beside it says the same. */}
        <div aria-hidden="true">
          <Frame phone={example}>
            <div className="vphone-thread">
              <div className="vphone-messages">
                <div className="vphone-row" data-direction="in">
                  <span className="vphone-sender">INFO</span>
                  <div className="vphone-bubble vphone-ghost">{t.phones.start.picture}</div>
                </div>
              </div>
            </div>
          </Frame>
        </div>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8, lg: 9 }}>
        <Stack gap="lg">
          <Paper withBorder p="md" component="section" aria-labelledby="first-message">
            <Title order={2} size="h4" id="first-message" mb="xs">
              {t.phones.start.title}
            </Title>
            <Text mb="sm">{fill(t.phones.start.about, { number: example })}</Text>
            {mayAs(account, 'member') && (
              <Group mb="md">
                <Button component={Link} to={`${account.path}/send`} search={{ to: Number(example) } as never}>
                  {t.phones.send}
                </Button>
              </Group>
            )}
            <Text size="sm" mb={4}>
              {rich(t.phones.start.terminal, {
                link: (text) => (
                  <Anchor component={Link} to={`${account.path}/api`} inherit>
                    {text}
                  </Anchor>
                ),
              })}
            </Text>
            <CodeLine value={curl} label={t.phones.start.command} />
          </Paper>
          <Paper withBorder p="md" component="section" aria-labelledby="endings">
            <Title order={2} size="h4" id="endings" mb="xs">
              {t.phones.endings.title}
            </Title>
            <Endings />
          </Paper>
        </Stack>
      </Grid.Col>
    </Grid>
  )
}
