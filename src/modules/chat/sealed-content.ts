import type { ChatContent } from '../../carriers/chat/channel.ts'
import type { Context } from '../../context.ts'
import type { SealedColumn } from '../../engine/secrets/index.ts'

/** The purpose of the derived key. */
const use = 'chat content'

/** The content is sealed with the id of its message, so it cannot be decrypted in another row. */
export const sealContent = ({ secrets }: Pick<Context, 'secrets'>, id: number, content: ChatContent): Buffer =>
  secrets.seal(use, JSON.stringify(content), String(id))

/** Null when it cannot be decrypted. */
export function readContent({ secrets }: Pick<Context, 'secrets'>, id: number, sealed: Buffer): ChatContent | null {
  const text = secrets.read(use, sealed, String(id))
  return text === null ? null : JSON.parse(text)
}

/** Sealed contents are short-lived and cannot be restored, so an unreadable one ends its message. */
export const sealedChats: readonly SealedColumn[] = [
  {
    table: 'chat_messages',
    column: 'sealed_content',
    key: 'id',
    keyType: 'bigint',
    use,
    reads: [],
    bound: ({ key }) => key,
    examined: null,
  },
]
