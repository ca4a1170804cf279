// Written by `npm run generate:tables` from the migrations. d7904f704ecb292a8229d50adab27091f83ba611014e2977839cbf12db26b8d2

/** The columns of every table, with the types that the database drivers return. */
export interface Tables {
  account_events: {
    id: number
    account_id: number
    kind: string
    subject: string
    reason: string
    count: number
    first_at: Date
    last_at: Date
  }
  accounts: {
    id: number
    parent_id: number | null
    name: string
    created_at: Date
    requests_per_second: number | null
    messages_per_day: number | null
    currency: string
    suspended_at: Date | null
    country: string | null
    two_factor_required: boolean
    language: 'en' | 'sw' | 'fr' | null
    smart_encoding: boolean
    shop_url: string | null
    shop_websites: readonly string[]
  }
  airtime_transfers: {
    id: number
    account_id: number
    reference_id: string
    phone: string
    amount: string
    amount_text: string
    currency: string
    product_id: number | null
    provider: string
    provider_reference: string | null
    state: 'accepted' | 'submitted' | 'successful' | 'failed'
    reason: string | null
    created_at: Date
    submitted_at: Date | null
    tried_at: Date | null
    confirmed_at: Date | null
    done_at: Date | null
    overdue_at: Date | null
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
  }
  archive_days: {
    day: string
    part: number
    rows: number
    written_at: Date
  }
  archive_late: {
    day: string
    source: string
    id: number
  }
  archive_state: {
    singleton: boolean
    id: string
    is_used: boolean
  }
  audit_entries: {
    id: number
    at: Date
    account_id: number | null
    user_id: string | null
    actor: string
    address: string | null
    action: string
    params: unknown
    status: number | null
    detail: unknown
    by_parent: boolean
  }
  auth_accounts: {
    id: string
    accountId: string
    providerId: string
    userId: string
    accessToken: string | null
    refreshToken: string | null
    idToken: string | null
    accessTokenExpiresAt: Date | null
    refreshTokenExpiresAt: Date | null
    scope: string | null
    password: string | null
    createdAt: Date
    updatedAt: Date
  }
  auth_devices: {
    user_id: string
    device_hash: string
    seen_at: Date
  }
  auth_passkeys: {
    id: string
    name: string | null
    publicKey: string
    userId: string
    credentialID: string
    counter: number
    deviceType: string
    backedUp: boolean
    transports: string | null
    createdAt: Date | null
    aaguid: string | null
  }
  auth_rate_limits: {
    id: string
    key: string
    count: number
    lastRequest: number
  }
  auth_sessions: {
    id: string
    expiresAt: Date
    token: string
    createdAt: Date
    updatedAt: Date
    ipAddress: string | null
    userAgent: string | null
    userId: string
    provedAt: Date | null
    secondFactor: boolean
  }
  auth_two_factors: {
    id: string
    secret: string
    backupCodes: string
    userId: string
    verified: boolean | null
    failedVerificationCount: number | null
    lockedUntil: Date | null
  }
  auth_used_codes: {
    user_id: string
    code_hash: string
    used_at: Date
  }
  auth_users: {
    id: string
    name: string
    email: string
    emailVerified: boolean
    image: string | null
    createdAt: Date
    updatedAt: Date
    twoFactorEnabled: boolean | null
    operator: boolean
    language: 'en' | 'sw' | 'fr' | null
  }
  auth_verifications: {
    id: string
    identifier: string
    value: string
    expiresAt: Date
    createdAt: Date
    updatedAt: Date
  }
  balance_reminders: {
    id: number
    account_id: number
    product: string
    currency: string
    channel: 'sms' | 'email'
    available: string
    credit_level: string
    created_at: Date
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
  }
  balances: {
    account_id: number
    product: string
    currency: string
    available: string
    held: string
    allow_postpaid: boolean
    postpaid_limit: string
    floor: string
    credit_level: string
    sms_reminder: boolean
    email_reminder: boolean
    reminder_phone: string
    low_since: Date | null
  }
  campaign_files: {
    upload: string
    place: number
    account_id: number
    campaign_id: number
    rows: unknown
    created_at: Date
  }
  campaign_hours: {
    campaign_id: number
    hour: Date
    account_id: number
    sent: number
    delivered: number
    failed: number
    cancelled: number
    cost: string
    replies: number
    replied: number
    opt_outs: number
    clicks: number
    clicked: number
  }
  campaign_pieces: {
    campaign_id: number
    round: number
    place: number
    account_id: number
    due_at: Date
    size: number
    first: number | null
    contact_ids: readonly number[] | null
    phones: readonly number[] | null
    rows: unknown
    request_id: number | null
  }
  campaign_reasons: {
    campaign_id: number
    reason: string
    account_id: number
    messages: number
  }
  campaign_requests: {
    campaign_id: number
    request_id: number
    account_id: number
    first_message_id: number
    last_message_id: number
  }
  campaign_responses: {
    campaign_id: number
    kind: 'reply' | 'opt_out' | 'click'
    message_id: number
    account_id: number
    happened_at: Date
  }
  campaigns: {
    id: number
    account_id: number
    name: string
    status: 'draft' | 'scheduled' | 'preparing' | 'sending' | 'paused' | 'cancelled' | 'done'
    pause_reason: string | null
    sender: string
    text: string
    audience: unknown
    options: unknown
    pace: number | null
    reply_hours: number
    resends: number | null
    link_codes: readonly string[] | null
    file_name: string | null
    file_columns: readonly string[] | null
    file_upload: string | null
    file_rows: number
    file_invalid: number
    starts_at: Date | null
    audience_round: number
    recipients: number
    position: number
    queued: number
    invalid: number
    duplicates: number
    opted_out: number
    do_not_disturb: number
    no_consent: number
    created_at: Date
    started_at: Date | null
    ended_at: Date | null
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
  }
  changes: {
    id: string
    topic: string
  }
  chat_messages: {
    id: number
    account_id: number
    conversation_id: number
    direction: 'in' | 'out'
    state: 'queued' | 'sent' | 'failed' | 'received'
    content: unknown
    carrier: string
    reference: string | null
    answers_id: number | null
    transaction_id: string | null
    callback_url: string | null
    endpoint_id: number | null
    price: string
    reason: string | null
    created_at: Date
    done_at: Date | null
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
    session_price: string
    text_removed: boolean
    product: string
    sealed_content: Buffer | null
    expires_at: Date | null
    tried_at: Date | null
    delivered_at: Date | null
    read_at: Date | null
    failed_at: Date | null
  }
  chat_templates: {
    provider: string
    name: string
    language: string
    category: string
    status: string
    components: unknown
    synced_at: Date
  }
  checkout_payments: {
    id: number
    session_id: number
    account_id: number
    try: number
    payment_id: string
    provider: string
    method: 'prompt' | 'redirect'
    phone: string | null
    amount: string
    currency: string
    reference: string | null
    receipt: string | null
    state: 'started' | 'pending' | 'paid' | 'failed'
    reason: string | null
    started_at: Date
    asked_at: Date | null
    unknown_at: Date | null
    ended_at: Date | null
    refund: 'due' | 'done' | null
    refunded_at: Date | null
    refunded_by: string | null
    refund_note: string | null
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
  }
  checkout_sessions: {
    id: number
    account_id: number
    transaction_id: string
    reference_number: string
    amount: string
    amount_text: string
    currency: string
    phone: string | null
    page_hash: Buffer
    secure_token: Buffer | null
    token_hash: Buffer | null
    provider: string
    redirect_to: string | null
    state: 'open' | 'paid' | 'cancelled' | 'expired'
    tries: number
    paid_try: number | null
    created_at: Date
    expires_at: Date
    started_at: Date | null
    failed_at: Date | null
    ended_at: Date | null
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
    fee: string
    token_header: string | null
  }
  consent_rules: {
    account_id: number
    since: Date
  }
  consents: {
    id: number
    account_id: number
    phone: string
    given: boolean
    source: string
    at: Date
    text: string
    recorded_at: Date
  }
  contact_accounts: {
    account_id: number
    contacts_count: number
  }
  contact_books: {
    id: number
    account_id: number
    name: string
    name_key: string
    description: string
    is_default: boolean
    contacts_count: number
    created_at: Date
  }
  contact_fields: {
    id: number
    account_id: number
    key: string
    name: string
    name_key: string
    type: 'text' | 'number' | 'date' | 'choice'
    choices: readonly string[]
    created_at: Date
    removed_at: Date | null
    cleaned_to: number
  }
  contact_import_pieces: {
    import_id: number
    account_id: number
    place: number
    first_row: number
    records: string
  }
  contact_import_rows: {
    import_id: number
    account_id: number
    row: number
    outcome: 'added' | 'updated' | 'invalid'
    phone: string
    why: string | null
  }
  contact_imports: {
    id: number
    account_id: number
    book_id: number
    file_name: string
    status: 'uploading' | 'waiting' | 'done' | 'cancelled' | 'failed'
    reason: string | null
    columns: unknown
    bytes: number
    rows_total: number
    rows_done: number
    added: number
    updated: number
    invalid: number
    created_at: Date
    finished_at: Date | null
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
  }
  contact_memberships: {
    account_id: number
    book_id: number
    contact_id: number
  }
  contact_segments: {
    id: number
    account_id: number
    name: string
    name_key: string
    filter: unknown
    created_at: Date
  }
  contacts: {
    id: number
    account_id: number
    phone: string
    phone2: string
    title: string
    first_name: string
    last_name: string
    gender: string
    email: string
    country: string
    city: string
    area: string
    birth_date: string | null
    search: string
    created_at: Date
    fields: unknown
  }
  conversation_notes: {
    id: number
    account_id: number
    conversation_id: number
    kind: 'note' | 'assigned' | 'closed' | 'reopened'
    author: string
    text: string
    created_at: Date
  }
  conversation_reads: {
    conversation_id: number
    user_id: string
    account_id: number
    incoming: number
  }
  conversation_replies: {
    conversation_id: number
    message_id: number
    account_id: number
    author: string
    created_at: Date
  }
  conversations: {
    id: number
    account_id: number
    channel: string
    business: string
    phone: string
    status: 'open' | 'closed'
    assignee_id: string | null
    incoming: number
    replies: number
    last_at: Date
    last_text: string
    last_direction: 'in' | 'out'
    created_at: Date
    version: number
    received_at: Date | null
    session_at: Date | null
    endpoint_id: number | null
  }
  credentials: {
    id: number
    account_id: number
    kind: 'key' | 'token' | 'smpp'
    login: string | null
    secret_hash: Buffer | null
    name: string
    products: readonly string[] | null
    addresses: readonly string[] | null
    lenient: boolean
    operator: boolean
    created_at: Date
    expires_at: Date | null
    revoked_at: Date | null
    last_used_at: Date | null
    retires_at: Date | null
    replaced_by: number | null
    private_urls: boolean
    scopes: readonly string[]
    password_hash: Buffer | null
    old_password_hash: Buffer | null
    old_password_until: Date | null
    smpp: unknown
    deliverer: string | null
    last_address: string | null
  }
  credit_transfers: {
    id: number
    parent_id: number
    child_id: number
    to_child: boolean
    product: string
    currency: string
    amount: string
    at: Date
  }
  do_not_disturb: {
    phone: string
    created_at: Date
    source: string
    note: string
  }
  erasures: {
    id: number
    account_id: number | null
    entry: string
    phone_hash: string
    sealed_phone: Buffer | null
    state: 'waiting' | 'running' | 'done'
    step: string | null
    after_key: string | null
    pending: number
    counts: unknown
    requested_by: string
    requested_at: Date
    started_at: Date | null
    finished_at: Date | null
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
  }
  id_blocks: {
    name: string
    next_id: number
    partition_began_at: Date | null
  }
  idempotency_keys: {
    account_id: number
    path: string
    key: string
    body_hash: Buffer
    answer: unknown
    created_at: Date
    free_at: Date | null
  }
  inbound_gatherings: {
    id: number
    carrier: string
    phone: string
    number: string
    reference: number
    total: number
    created_at: Date
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
  }
  inbound_ids: {
    carrier: string
    id: string
    created_at: Date
  }
  inbound_keywords: {
    number: string
    keyword: string
    account_id: number
    created_at: Date
  }
  inbound_messages: {
    id: number
    account_id: number | null
    carrier: string
    phone: string
    number: string
    text: string
    kind: 'message' | 'stop' | 'start' | 'help'
    received_at: Date
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
    text_removed: boolean
    confirms: readonly number[] | null
  }
  inbound_numbers: {
    number: string
    account_id: number | null
    created_at: Date
  }
  inbound_parts: {
    gathering_id: number
    part: number
    text: string
  }
  inbound_words: {
    account_id: number
    stop: readonly string[]
    start: readonly string[]
    help: readonly string[]
    help_reply: string
    changed_at: Date
  }
  invitation_mails: {
    account_id: number
    mails: number
    first_at: Date
  }
  invitations: {
    id: number
    account_id: number
    email: string
    name: string
    role: 'owner' | 'member' | 'viewer'
    token_hash: string
    invited_at: Date
    expires_at: Date
  }
  lasting_keys: {
    id: number
    use: string
    made_under: Buffer
    sealed: Buffer
  }
  ledger_entries: {
    id: number
    account_id: number
    product: string
    currency: string
    kind: 'credit' | 'debit' | 'hold' | 'spend' | 'release'
    amount: string
    subject: string
    note: string
    actor: string
    at: Date
  }
  ledger_removals: {
    account_id: number
    product: string
    currency: string
    day: string
    hold: string
    spend: string
    release: string
  }
  link_codes: {
    code: number
    link_id: number
    message_id: number | null
    is_test: boolean
  }
  links: {
    id: number
    account_id: number
    campaign_id: number
    place: number
    url: string
    clicks: number
    created_at: Date
  }
  members: {
    account_id: number
    user_id: string
    role: 'owner' | 'member' | 'viewer'
    created_at: Date
  }
  otp_allowances: {
    account_id: number
    countries: readonly string[]
    ranges: readonly string[]
    changed_at: Date
  }
  otp_apps: {
    account_id: number
    number: number
    name: string
    sender: string
    text: string
    pin_length: number
    life_seconds: number
    attempts_max: number
    active: boolean
    number_hour_max: number
    app_hour_max: number
    guard: 'off' | 'alert' | 'block'
    countries: readonly string[] | null
    country_hour_max: number
    prefix_hour_max: number
    guard_sample: number
    verified_percent_min: number
    block_minutes: number
    created_at: Date
    changed_at: Date
    channels: unknown
    language: string | null
    texts: unknown
    resend: boolean
  }
  otp_counters: {
    account_id: number
    scope: string
    subject: string
    hour: Date
    count: number
    count_max: number
  }
  otp_pins: {
    id: string
    account_id: number
    app_number: number
    phone: string
    prefix: string
    pin_hash: Buffer
    pin_length: number
    attempts: number
    attempts_max: number
    created_at: Date
    expires_at: Date
    verified_at: Date | null
    sealed_pin: Buffer | null
  }
  otp_prefixes: {
    account_id: number
    app_number: number
    prefix: string
    requests: number
    verified: number
    on_trial: boolean
    blocked_until: Date | null
    changed_at: Date
    judged_from: Date | null
  }
  otp_sends: {
    id: number
    account_id: number
    pin_id: string
    step: number
    channel: string
    language: string | null
    message_id: number | null
    problem: string | null
    created_at: Date
    fallback_at: Date | null
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
  }
  password_mails: {
    user_id: string
    mails: number
    first_at: Date
  }
  periodic_tasks: {
    id: number
    name: string
    due_at: Date
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
  }
  prices: {
    id: number
    product: string
    account_id: number | null
    prefix: string
    currency: string
    amount: string
    valid_from: Date
    created_at: Date
  }
  provider_outages: {
    provider: string
    problem: string
    since: Date
    checked_at: Date
  }
  providers: {
    name: string
    settings: unknown
    secrets: Buffer
    active: boolean
    created_at: Date
    changed_at: Date
    product: 'sms' | 'airtime' | 'payments' | 'chat'
    kind: string
    account_id: number | null
    priority: number
  }
  rate_buckets: {
    key: string
    tokens: number
    size: number
    per_second: number
    filled_at: Date
  }
  request_log: {
    id: number
    account_id: number
    request_id: string
    credential_id: number | null
    method: string
    path: string
    query: string | null
    status: number
    code: number | null
    message: string | null
    hint: string | null
    duration_ms: number
    user_agent: string | null
    content_type: string | null
    idempotency_key: string | null
    body: string | null
    answer: string | null
    at: Date
    digits: readonly number[]
    route: string
    address: string | null
    kind: string | null
    counted_on: string | null
    count: number
    first_at: Date
  }
  retention_limits: {
    id: number
    account_id: number | null
    data_class: 'texts' | 'messages' | 'events' | 'logs'
    kind: 'default' | 'max' | 'own'
    is_set: boolean
    days: number | null
    kept_days: number | null
    kept_until: Date | null
    changed_at: Date
    revision: number
  }
  retention_progress: {
    rule: string
    started_at: Date
    finished_at: Date | null
    last_finished_at: Date | null
    place: number
    removed: number
    removed_total: number
    error: string | null
    failed_at: Date | null
  }
  root_secret: {
    only_row: boolean
    made: string | null
    fingerprint: Buffer
    seal_version: number
  }
  routing_connections: {
    carrier: string
    place: number
    owner: string | null
    fence: number
    lease_until: Date | null
    is_up: boolean
    problem: string | null
    changed_at: Date
    outstanding: number
    window_size: number
    losses: number
  }
  routing_health: {
    carrier: string
    state: 'in' | 'out' | 'trial'
    cause: 'errors' | 'receipts' | null
    reason: string | null
    since: Date
    until: Date | null
    times: number
  }
  routing_holders: {
    carrier: string
    owner: string
    seen_until: Date
  }
  routing_outcomes: {
    carrier: string
    at: Date
    taken: number
    errors: number
    receipts: number
    first_message_id: number | null
    refused: number
    throttled: number
  }
  routing_routes: {
    id: number
    account_id: number | null
    prefix: string
    carrier: string
    place: number
    created_at: Date
    sender: string | null
    lane: 'pin' | 'single' | 'bulk' | null
    stop: boolean
  }
  sandbox: {
    name: 'sandbox'
    moved_seconds: number
    latency_ms: number | null
    refusal_rate: number | null
    disconnect_rate: number | null
    rate_per_second: number | null
  }
  secret_processes: {
    process: string
    readable: readonly string[]
    seals_with: string
    seen_at: Date
  }
  secret_rotations: {
    id: number
    from_fingerprint: Buffer
    to_fingerprint: Buffer
    from_made: string | null
    to_made: string | null
    state: 'preparing' | 'sealing' | 'done'
    place: number
    after_key: string | null
    resealed: number
    resealed_in_pass: number
    unreadable: number
    started_at: Date
    finished_at: Date | null
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
  }
  senders: {
    id: number
    account_id: number
    sender: string
    sample_content: string
    status: 'pending' | 'active' | 'rejected' | 'inactive'
    created_at: Date
    reason: string | null
    decided_at: Date | null
  }
  setup_marks: {
    name: string
    at: Date
  }
  sign_in_failures: {
    key: string
    failures: number
    last_at: Date
  }
  smpp_binds: {
    id: number
    credential_id: number
    account_id: number
    mode: 'transmitter' | 'receiver' | 'transceiver'
    address: string
    encrypted: boolean
    owner: string
    bound_at: Date
    lease_until: Date
  }
  smpp_gatherings: {
    id: number
    account_id: number
    credential_id: number
    source: string
    phone: string
    reference: number
    total: number
    join_key: string | null
    request_id: number | null
    created_at: Date
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
  }
  smpp_messages: {
    id: number
    account_id: number
    submitter: string
    inbound_id: number
    phone: string
    created_at: Date
    due_at: Date
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
    answered: string | null
  }
  smpp_parts: {
    id: number
    gathering_id: number
    number: number
    hash: Buffer
    body: Buffer | null
    esm_class: number
    data_coding: number
    head: unknown
  }
  sms_batches: {
    id: number
    account_id: number
    carrier: string
    lane: 'pin' | 'single' | 'bulk'
    first_message_id: number
    last_message_id: number
    valid_until: Date
    due_at: Date
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
    again: boolean
  }
  sms_expiries: {
    id: number
    account_id: number
    carrier: string
    first_message_id: number
    last_message_id: number
    valid_until: Date
    due_at: Date
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
    first_due_at: Date
  }
  sms_hours: {
    account_id: number
    hour: Date
    carrier: string
    country: string
    sender: string
    campaign_id: number
    reason: string
    sent: number
    unsent: number
    delivered: number
    failed: number
    spent: string
    failed_spent: string
    delivery_seconds: number
    timed: number
  }
  sms_labels: {
    request_id: number
    place: number
    account_id: number
    kind: 'tag' | 'reference' | 'resent'
    value: string
    message_id: number | null
    created_at: Date
  }
  sms_messages: {
    id: number
    account_id: number
    request_id: number
    recipient_id: string
    phone: string
    carrier: string
    segments: number
    price: string
    text: string | null
    status: string
    reason: string | null
    attempts: number
    retry_at: Date | null
    submitted_at: Date | null
    done_at: Date | null
    encoding: string | null
    product: string
    submitter: string | null
    reports: number | null
    sender: string | null
    moves: unknown
  }
  sms_optouts: {
    account_id: number
    phone: string
    created_at: Date
    source: string
  }
  sms_part_receipts: {
    message_id: number
    part: number
    status: string
    reason: string | null
    done_at: Date
  }
  sms_queue_hours: {
    hour: Date
    carrier: string
    age_seconds: number
  }
  sms_receipts: {
    id: number
    carrier: string
    reference: string
    status: string
    reason: string | null
    done_at: Date
    received_at: Date
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
    retry: boolean | null
  }
  sms_redactions: {
    account_id: number
    created_at: Date
    request_id: number
  }
  sms_redactions_kept: {
    account_id: number
    request_id: number
  }
  sms_references: {
    carrier: string
    reference: string
    message_id: number
    part: number
    parts: number
    failed_at: Date | null
    failed_reason: string | null
    again_at: Date | null
  }
  sms_refused: {
    request_id: number
    place: number
    account_id: number
    recipient_id: string
    number: string
    why: string
  }
  sms_reports: {
    id: number
    account_id: number
    submitter: string
    kind: 'smpp' | 'kannel' | 'webhook'
    request_id: number
    message_id: number | null
    recipient_id: string | null
    phone: string
    event: number
    reason: string | null
    submitted_at: Date | null
    happened_at: Date
    created_at: Date
    due_at: Date
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
    answered: string | null
    fixed_after: number | null
  }
  sms_requests: {
    id: number
    account_id: number
    sender: string
    text: string
    encoding: string
    segments: number
    job_name: string | null
    campaign_title: string | null
    due_at: Date
    valid_until: Date
    first_message_id: number | null
    last_message_id: number | null
    valid: number
    invalid: number
    duplicates: number
    opted_out: number
    created_at: Date
    sealed_text: Buffer | null
    origin: unknown
    wire: unknown
    tags: readonly string[] | null
    reference: string | null
  }
  sms_usage: {
    account_id: number
    day: string
    messages: number
  }
  sms_windows: {
    account_id: number
    opens_minute: number
    closes_minute: number
    changed_at: Date
  }
  templates: {
    id: number
    account_id: number
    title: string
    title_key: string
    text: string
    created_at: Date
  }
  webhook_attempts: {
    id: number
    event_id: number
    at: Date
    status: number | null
    took_ms: number
    problem: string | null
    answer: string
  }
  webhook_endpoints: {
    id: number
    account_id: number
    event: 'airtime' | 'checkout' | 'delivery-report' | 'inbound-sms' | 'chat' | 'chat-status'
    url: string
    flat_args: boolean
    ad_hoc: boolean
    used_at: Date | null
    secret: Buffer
    previous_secret: Buffer | null
    previous_until: Date | null
    failing_since: Date | null
    disabled_at: Date | null
    disabled_reason: string | null
    created_at: Date
    removed_at: Date | null
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
    headers: Buffer | null
    string_ids: boolean
  }
  webhook_events: {
    id: number
    account_id: number
    endpoint_id: number
    body: string
    headers: Buffer | null
    is_test: boolean
    created_at: Date
    due_at: Date | null
    lease_until: Date | null
    lease_owner: string | null
    attempts: number
    delivery_id: number | null
    delivered_at: Date | null
    delivered_status: number | null
    delivered_took_ms: number | null
    delivered_answer: string | null
    message_id: number | null
    fixed_after: number | null
  }
  webhook_secrets: {
    id: number
    account_id: number
    endpoint_id: number
    secret: Buffer
    until: Date
  }
}
