import { Anchor, Button, Grid, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { curlLine, exampleNumber, firstMessage } from '../../parts/curl.ts'
import { CodeLine } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { Endings } from './endings.tsx'
import { Frame } from './frame.tsx'

const example = exampleNumber(true)

/** Before anything was sent: a phone that waits, and how to make it ring. */
export function NoPhones({ account }: { readonly account: Account }) {
  const curl = curlLine(location.origin, firstMessage('INFO', example), { apiKey: 'KEY', secret: 'SECRET' })
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 4, lg: 3 }} visibleFrom="md">
        {/* A picture: everything it says stands beside it. */}
        <div aria-hidden="true">
          <Frame phone={example}>
            <div className="vphone-thread">
              <div className="vphone-messages">
                <div className="vphone-row" data-direction="in">
                  <span className="vphone-sender">INFO</span>
                  <div className="vphone-bubble vphone-ghost">Your first message arrives here.</div>
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
              No phone has rung yet
            </Title>
            <Text mb="sm">
              Send a message to any number, such as {example}. Nobody’s real phone rings: a phone with that number
              appears here, the message arrives on it, and you can answer.
            </Text>
            {mayAs(account, 'member') && (
              <Group mb="md">
                <Button component={Link} to={`${account.path}/send`} search={{ to: Number(example) } as never}>
                  Send a message
                </Button>
              </Group>
            )}
            <Text size="sm" mb={4}>
              Or from a terminal, with a key from{' '}
              <Anchor component={Link} to={`${account.path}/api`} inherit>
                API setup
              </Anchor>
              :
            </Text>
            <CodeLine value={curl} label="Line for a terminal" />
          </Paper>
          <Paper withBorder p="md" component="section" aria-labelledby="endings">
            <Title order={2} size="h4" id="endings" mb="xs">
              Numbers with special endings
            </Title>
            <Endings />
          </Paper>
        </Stack>
      </Grid.Col>
    </Grid>
  )
}
