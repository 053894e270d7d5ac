export type MemberSettings = {
  name: string;
  postgresPort: number;
  restPort: number;
  replicationPort: number;
};

type Passwords = Record<'superuser' | 'replication' | 'rewind', string>;

/** Seconds; a leader that is dead for `ttl` loses its role. Patroni allows no less than 20. */
const times = { ttl: 20, loopWait: 2, retryTimeout: 5 };

export function patroniSettings(member: MemberSettings, etcdPort: number, passwords: Passwords): string {
  const { name, postgresPort, restPort, replicationPort } = member;
  return `scope: herald
name: ${name}
restapi:
  listen: 127.0.0.1:${restPort}
  connect_address: 127.0.0.1:${restPort}
etcd3:
  host: 127.0.0.1:${etcdPort}
bootstrap:
  dcs:
    ttl: ${times.ttl}
    loop_wait: ${times.loopWait}
    retry_timeout: ${times.retryTimeout}
    synchronous_mode: true
    synchronous_mode_strict: true
    maximum_lag_on_failover: 67108864
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 150
        shared_buffers: 64MB
        wal_keep_size: 512MB
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums
postgresql:
  listen: 127.0.0.1:${postgresPort}
  connect_address: 127.0.0.1:${replicationPort}
  data_dir: /mnt/data
  bin_dir: /usr/lib/postgresql/17/bin
  pgpass: /mnt/pgpass
  authentication:
    superuser: { username: postgres, password: ${passwords.superuser} }
    replication: { username: replicator, password: ${passwords.replication} }
    rewind: { username: rewinder, password: ${passwords.rewind} }
  basebackup:
    - checkpoint: fast
  parameters:
    unix_socket_directories: ''
  pg_hba:
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication replicator 127.0.0.1/32 scram-sha-256
`;
}

export function haproxySettings(port: number, members: readonly MemberSettings[]): string {
  const servers = members.map(
    ({ name, postgresPort, restPort }) => `  server ${name} 127.0.0.1:${postgresPort} check port ${restPort}\n`,
  );
  return `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 30m
  timeout server 30m
listen leader
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('')}`;
}

export function etcdArguments(clientPort: number, peerPort: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`];
  return [
    ...['etcd', '--name', 'etcd', '--data-dir', '/mnt/data', '--log-level', 'warn'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd=${peer}`],
    // No case kills etcd, so it need not wait for the disk.
    '--unsafe-no-fsync',
  ];
}
