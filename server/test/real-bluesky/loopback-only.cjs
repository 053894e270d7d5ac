// Preloaded, because the servers would listen on every interface and resolve names on the internet.
const dns = require('node:dns');
const net = require('node:net');

const loopback = '127.0.0.1';
const nobody = [`${loopback}:9`];
dns.setServers(nobody);
dns.promises.setServers(nobody);

const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (first, ...others) {
  const options = typeof first === 'object' && first !== null ? first : { port: Number(first) };
  const callback = others.findLast((one) => typeof one === 'function');
  return listen.call(this, { ...options, host: loopback }, ...(callback === undefined ? [] : [callback]));
};

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const isObject = typeof first === 'object' && first !== null;
  const host = isObject ? first.host : typeof second === 'string' ? second : undefined;
  if (host !== undefined && host !== loopback && host !== 'localhost') {
    process.nextTick(() => this.destroy(new Error(`${host} is not on this machine`)));
    return this;
  }
  if (isObject) first.host = loopback;
  return connect.apply(this, args);
};
