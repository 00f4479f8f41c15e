import {
  AutoComplete, Button, Cascader, Checkbox, Collapse, ColorPicker, DatePicker, Drawer, Dropdown, Form, Input, InputNumber,
  Menu, Modal, Pagination, Popconfirm, Radio, Rate, Segmented, Select, Slider, Switch, Table, Tabs, TimePicker, Transfer,
  Tree, TreeSelect,
} from "antd";
import dayjs from "dayjs";
import { held, show, useHeld } from "../held.jsx";

const cities = ["Oslo", "Bergen", "Trondheim"].map((x) => ({ value: x, label: x }));
const places = [{ value: "no", label: "Norway", children: [{ value: "oslo", label: "Oslo" }, { value: "bergen", label: "Bergen" }] },
  { value: "se", label: "Sweden", children: [{ value: "lund", label: "Lund" }] }];
const nodes = [{ title: "Docs", key: "docs", value: "docs", children: [{ title: "Guide", key: "guide", value: "guide" }, { title: "Notes", key: "notes", value: "notes" }] }];
const rows = [{ key: "a", name: "Ada", age: 36 }, { key: "b", name: "Bo", age: 21 }];

function App() {
  const [name, setName] = useHeld("name", "");
  const [count, setCount] = useHeld("count", 1);
  const [city, setCity] = useHeld("city", "Oslo");
  const [many, setMany] = useHeld("many", ["Oslo"]);
  const [words, setWords] = useHeld("words", []);
  const [place, setPlace] = useHeld("place", []);
  const [node, setNode] = useHeld("node", undefined);
  const [auto, setAuto] = useHeld("auto", "");
  const [day, setDay] = useHeld("day", null);
  const [span, setSpan] = useHeld("span", null);
  const [time, setTime] = useHeld("time", null);
  const [agreed, setAgreed] = useHeld("agreed", false);
  const [plan, setPlan] = useHeld("plan", "free");
  const [dark, setDark] = useHeld("dark", false);
  const [heat, setHeat] = useHeld("heat", 30);
  const [stars, setStars] = useHeld("stars", 2);
  const [view, setView] = useHeld("view", "List");
  const [tab, setTab] = useHeld("tab", "1");
  const [opened, setOpened] = useHeld("opened", []);
  const [isAsking, setAsking] = useHeld("asking", false);
  const [isDrawn, setDrawn] = useHeld("drawn", false);
  const [why, setWhy] = useHeld("why", "");
  const [moved, setMoved] = useHeld("moved", []);
  const [expanded, setExpanded] = useHeld("expanded", []);
  const [checked, setChecked] = useHeld("checked", []);
  const [picked, setPicked] = useHeld("picked", []);
  const [sorted, setSorted] = useHeld("sorted", null);
  const [page, setPage] = useHeld("page", 1);
  return (
    <Form layout="vertical" style={{ width: 500 }}>
      <Form.Item label="Name" htmlFor="name"><Input id="name" value={name} onChange={(e) => setName(e.target.value)} /></Form.Item>
      <Form.Item label="Count" htmlFor="count"><InputNumber id="count" value={count} onChange={setCount} /></Form.Item>
      <Form.Item label="City" htmlFor="city"><Select id="city" value={city} onChange={setCity} options={cities} /></Form.Item>
      <Form.Item label="Stops" htmlFor="many"><Select id="many" mode="multiple" value={many} onChange={setMany} options={cities} /></Form.Item>
      <Form.Item label="Words" htmlFor="words"><Select id="words" mode="tags" value={words} onChange={setWords} /></Form.Item>
      <Form.Item label="Place" htmlFor="place"><Cascader id="place" value={place} onChange={setPlace} options={places} /></Form.Item>
      <Form.Item label="Folder" htmlFor="node"><TreeSelect id="node" value={node} onChange={setNode} treeData={nodes} treeDefaultExpandAll /></Form.Item>
      <Form.Item label="Search" htmlFor="auto"><AutoComplete id="auto" value={auto} onChange={setAuto} options={cities} filterOption /></Form.Item>
      <Form.Item label="Day" htmlFor="day"><DatePicker id="day" defaultPickerValue={dayjs("2030-05-01")} onChange={(_, s) => setDay(s)} /></Form.Item>
      <Form.Item label="Stay" htmlFor="span"><DatePicker.RangePicker id={{ start: "span", end: "until" }} defaultPickerValue={[dayjs("2030-05-01"), dayjs("2030-05-01")]} onChange={(_, s) => setSpan(s)} /></Form.Item>
      <Form.Item label="Alarm" htmlFor="time"><TimePicker id="time" format="HH:mm" onChange={(_, s) => setTime(s)} /></Form.Item>
      <Checkbox checked={agreed} onChange={(e) => setAgreed(e.target.checked)}>I agree</Checkbox>
      <Radio.Group value={plan} onChange={(e) => setPlan(e.target.value)} options={[{ value: "free", label: "Free" }, { value: "pro", label: "Pro" }]} optionType="button" />
      <Form.Item label="Dark mode" htmlFor="dark"><Switch id="dark" checked={dark} onChange={setDark} /></Form.Item>
      <Form.Item label="Heat"><Slider value={heat} onChange={setHeat} ariaLabelForHandle="Heat" /></Form.Item>
      <Form.Item label="Stars"><Rate value={stars} onChange={setStars} /></Form.Item>
      <Segmented value={view} onChange={setView} options={["List", "Grid"]} />
      <Tabs activeKey={tab} onChange={setTab} items={[{ key: "1", label: "One", children: "First" }, { key: "2", label: "Two", children: "Second" }]} />
      <Collapse activeKey={opened} onChange={setOpened} items={[{ key: "d", label: "Details", children: "Hidden words" }]} />
      <Button onClick={() => setAsking(true)}>Delete account</Button>
      <Modal title="Really?" open={isAsking} onOk={() => { held.deleted = why; setAsking(false); }} onCancel={() => setAsking(false)}>
        <Input aria-label="Reason" value={why} onChange={(e) => setWhy(e.target.value)} />
      </Modal>
      <Dropdown menu={{ items: [{ key: "copy", label: "Copy" }, { key: "more", label: "More", children: [{ key: "move", label: "Move" }] }], onClick: ({ key }) => held.menu = key }}><Button>Hover me</Button></Dropdown>
      <Popconfirm title="Sure?" onConfirm={() => held.sure = true}><Button>Clear</Button></Popconfirm>
      <Button onClick={() => setDrawn(true)}>Side panel</Button>
      <Drawer title="Panel" open={isDrawn} onClose={() => setDrawn(false)}><Button onClick={() => { held.inside = true; }}>Inside</Button></Drawer>
      <ColorPicker defaultValue="#1677ff" onChangeComplete={(c) => held.color = c.toHexString()} />
      <Transfer dataSource={[{ key: "x", title: "Xenon" }, { key: "y", title: "Yttrium" }]} targetKeys={moved} onChange={setMoved} render={(item) => item.title} />
      <Tree checkable treeData={nodes} expandedKeys={expanded} onExpand={setExpanded} checkedKeys={checked} onCheck={setChecked} />
      <Table pagination={false} dataSource={rows} rowSelection={{ selectedRowKeys: picked, onChange: setPicked }} onChange={(_, __, s) => setSorted(s.order ?? null)}
        columns={[{ title: "Name", dataIndex: "name" }, { title: "Age", dataIndex: "age", sorter: (a, b) => a.age - b.age }]} />
      <Pagination total={100} current={page} onChange={setPage} />
      <Menu mode="inline" onClick={({ key }) => held.went = key} items={[{ key: "home", label: "Home" }, { key: "sub", label: "Settings", children: [{ key: "users", label: "Users" }] }]} />
    </Form>
  );
}
show(<App />);
