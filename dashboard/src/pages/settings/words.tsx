import { Button, Group, Skeleton, Stack, TagsInput, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { InboundWords } from '../../../../src/contract/console/inbound.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { Problem } from '../../parts/problem.tsx'
import { Fact, Section } from '../../parts/section.tsx'
import { useThisAccount } from '../../session.tsx'

const kinds = [
  { kind: 'stop', label: 'To get no more messages', about: 'Whoever writes one of these is opted out at once.' },
  { kind: 'start', label: 'To get messages again', about: 'Takes them off the opt-outs.' },
  { kind: 'help', label: 'To get help', about: 'Is answered with the text below.' },
] as const

export function Words({ mayChange }: { readonly mayChange: boolean }) {
  const { id: account } = useThisAccount()
  const { data, error, refetch } = useAsk('GET /accounts/:account/inbound/words', { path: { account } })
  return (
    <Section
      title="Words that people answer with"
      about="People answer your messages with STOP, START or HELP, and it is done by itself. Capitals and accents make no difference."
    >
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={120} />}
      {data && (mayChange ? <Form key={JSON.stringify(data)} words={data} /> : <Listed words={data} />)}
    </Section>
  )
}

function Listed({ words }: { readonly words: InboundWords }) {
  return (
    <Stack component="dl" m={0} gap="sm">
      {kinds.map(({ kind, label }) => (
        <Fact key={kind} name={label}>
          {words[kind].join(', ') || 'None'}
        </Fact>
      ))}
      <Fact name="The answer to who asks for help">{words.helpReply || 'None'}</Fact>
    </Stack>
  )
}

function Form({ words }: { readonly words: InboundWords }) {
  const { id: account, path } = useThisAccount()
  const form = useForm({ initialValues: words })
  const save = useChange(
    (body: InboundWords) => ask('PUT /accounts/:account/inbound/words', { path: { account }, body }),
    { refreshes: [`${path}/inbound/words`], onDone: () => sayDone('The words are saved.') },
  )
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm">
        {kinds.map(({ kind, label, about }) => (
          <TagsInput
            key={kind}
            label={label}
            description={`${about} Type a word and press Enter.`}
            splitChars={[',', ' ']}
            maxTags={50}
            {...form.getInputProps(kind)}
          />
        ))}
        {form.values.stop.length === 0 && (
          <Text size="sm" c="dimmed">
            Without a word to stop, nobody can opt out by answering. In most countries they must be able to.
          </Text>
        )}
        <Textarea
          label="The answer to who asks for help"
          description="Leave it empty and nothing is answered."
          autosize
          minRows={2}
          maxLength={1_000}
          {...form.getInputProps('helpReply')}
        />
        <Problem error={save.error} />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save words
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
