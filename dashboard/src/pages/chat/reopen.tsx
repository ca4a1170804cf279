import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { Problem } from '../../parts/problem.tsx'
import type { Account } from '../../session.tsx'
import { t } from '../../text.ts'
import type { ConversationPath } from './path.ts'
import { noTemplate, TemplateFields, templateBody, useTemplates } from './template-fields.tsx'

/** Sends a template, the only message that a channel with sessions takes while none is open. */
export function Reopen({ account, path }: { readonly account: Account; readonly path: ConversationPath }) {
  const place = `/accounts/${path.account}/chat/conversations/${path.conversation}`
  const [chosen, setChosen] = useState(noTemplate)
  const { templates } = useTemplates(account)
  const template = templateBody(templates, chosen)
  const send = useChange(
    (body: NonNullable<typeof template>) =>
      ask(
        'POST /v2/chat/conversations/:conversation/messages',
        { path, body: { template: body } },
        { headers: onceKey(place, body) },
      ),
    {
      refreshes: [place],
      onDone: () => {
        forgetOnceKey(place)
        setChosen(noTemplate)
      },
    },
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (template !== null) send.mutate(template)
      }}
    >
      <Stack gap="xs">
        <TemplateFields account={account} chosen={chosen} onChange={setChosen} />
        <Problem error={send.error} />
        {templates.length > 0 && (
          <Group justify="flex-end">
            <Button type="submit" loading={send.isPending} disabled={template === null}>
              {t.chat.sendTemplate}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
